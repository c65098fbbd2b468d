// What boardgame.io's server takes: clients that speak its protocol over WebSockets, without the work of its own client.
// usage: node clients.cjs PORT alone MOVES      the ms from each move to the second client of its match
//        node clients.cjs PORT busy SECONDS     how many moves, over many matches, and in how many seconds
const { io } = require("socket.io-client");

const SEATS = 5;
const TABLES = 40;
const SENDERS = 8;
const PAUSE_MS = 5;
const HANDS = { hidden: ["AS", "2S", "3S"], exposed: ["2C", "3H", "4D"], locked: [] };

const [port, mode, amount] = process.argv.slice(2);

const sleep = (ms) => new Promise((woken) => setTimeout(woken, ms));

/** A client of a match, which the server makes as soon as somebody asks for it. */
async function connected(match, seat) {
  const socket = io(`http://127.0.0.1:${port}/rounds`, { transports: ["websocket"], forceNew: true });
  const synced = new Promise((heard) => socket.once("sync", heard));
  socket.emit("sync", match, seat, null, SEATS);
  await synced;
  return { socket, match, seat, stateId: 0 };
}

function move(client) {
  const action = { type: "MAKE_MOVE", payload: { type: "enter", args: [HANDS], playerID: client.seat } };
  client.socket.emit("update", action, client.stateId, client.match, client.seat);
  client.stateId += 1;
}

const heardBy = (client) => new Promise((heard) => client.socket.once("update", () => heard(performance.now())));

async function alone(moves) {
  const [first, second] = [await connected("alone", "0"), await connected("alone", "1")];
  const waits = [];
  for (let count = 0; count < moves; count += 1) {
    const heard = heardBy(second);
    const sent = performance.now();
    move(first);
    waits.push((await heard) - sent);
    await sleep(PAUSE_MS);
  }
  return { waits };
}

/** Each sender moves at its own tables in turn, the next as soon as the last was answered. */
async function busy(seconds) {
  const clients = await Promise.all(Array.from({ length: TABLES }, (_, table) => connected(`table-${table}`, "0")));
  let count = 0;
  const begin = performance.now();
  const play = async (mine) => {
    for (let turn = 0; performance.now() < begin + 1000 * seconds; turn += 1) {
      const client = mine[turn % mine.length];
      const answered = heardBy(client);
      move(client);
      await answered;
      count += 1;
    }
  };
  const senders = Array.from({ length: SENDERS }, (_, sender) => clients.filter((_, table) => table % SENDERS === sender));
  await Promise.all(senders.map(play));
  return { count, seconds: (performance.now() - begin) / 1000 };
}

const told = mode === "alone" ? alone(Number(amount)) : busy(Number(amount));
told.then((answer) => {
  console.log(JSON.stringify(answer));
  process.exit(0);
});
