// boardgame.io's own server, in memory, with a game in which the hands of a round are entered as in the other servers.
// usage: node server.cjs PORT
const { Origins, Server } = require("boardgame.io/server");

const SEATS = 5;

const rounds = {
  name: "rounds",
  setup: () => ({ round: [], entered: 0 }),
  turn: { activePlayers: { all: "entering" }, stages: { entering: {} } },
  moves: {
    enter: ({ G, playerID }, hands) => {
      const round = G.round.length === SEATS ? [] : G.round;
      return { round: [...round, { playerID, ...hands }], entered: G.entered + 1 };
    },
  },
};

Server({ games: [rounds], origins: [Origins.LOCALHOST] }).run(Number(process.argv[2]));
