// What the watching device says to the referee and hears from it: it has a right of its own, which the host gives.

const RULED = ["winners", "legal", "winner"];
const going = (code) => `watching ${code}`;

export class Watcher {
  view = null;
  heard = () => {};
  #token = "";
  #mine = null; // The draft that stands on all phones: its id and entries
  #stream = null;

  constructor({ code, api, live }) {
    Object.assign(this, { code, api, live });
    this.key = `watch ${code}`;
    const given = location.hash.slice(1);
    if (given) {
      sessionStorage.setItem(this.key, given);
      sessionStorage.removeItem(going(code));
      history.replaceState(null, "", location.pathname);
    }
  }

  // Whether this device was given the right to watch.
  get isAllowed() {
    return sessionStorage.getItem(this.key) !== null;
  }

  // Whether it watched before the page was loaded again, or the match before at this table.
  get isGoing() {
    return this.isAllowed && sessionStorage.getItem(going(this.code)) !== null;
  }

  // The right to watch: as it came with the link, or, on the host's own device, from the referee.
  async allow() {
    this.#token = sessionStorage.getItem(this.key) ?? "";
    if (this.#token && (await this.#ask("get", "").catch(() => null))) return;
    this.#token = "";
    const { watch_token } = await this.#ask("post", "/watch", {});
    this.#token = watch_token;
    sessionStorage.setItem(this.key, watch_token);
  }

  follow(changed, ended) {
    sessionStorage.setItem(going(this.code), "");
    this.#stream?.close();
    this.#stream = new EventSource(this.live);
    this.#stream.addEventListener("changed", () => this.#look(changed, ended));
    this.#look(changed, ended);
  }

  // What stands on all phones then: it waits for somebody where a camera cannot have seen all of it.
  async propose(id, entries, seconds) {
    const draft = await this.#ask("post", "/watch/draft", { id, entries, seconds, after: this.view.seq });
    this.#mine = { id, entries };
    return draft;
  }

  // In how many seconds this draft may be entered, as the daemon counts that answers; null where it is gone.
  async timeLeft(id) {
    const { watch } = await this.#ask("get", "");
    return watch?.draft?.id === id ? watch.draft.left : null;
  }

  enter(id) {
    return this.#ask("post", "/watch/enter", { id });
  }

  drop(id) {
    if (this.#mine?.id === id) this.#mine = null;
    return this.#ask("post", "/watch/drop", { id }).catch(() => null);
  }

  stop() {
    this.#stream?.close();
    sessionStorage.removeItem(this.key);
    return this.#ask("post", "/watch/stop", {}).catch(() => null);
  }

  async #look(changed, ended) {
    const mine = this.#mine;
    let view;
    try {
      view = await this.#ask("get", "");
    } catch (error) {
      if (error.status === 401) this.#end(ended, error.told);
      return;
    }
    if (view.rematch) return this.#moveOn(view.rematch);
    if (!view.watch) return this.#end(ended, view.next);
    const before = this.view;
    if (before && view.seq < before.seq) return; // A later answer overtook it
    this.view = view;
    this.#tell(before, mine);
    changed();
  }

  // They play on at another table, where the right is good too.
  #moveOn(code) {
    this.#stream.close();
    sessionStorage.setItem(`watch ${code}`, this.#token);
    sessionStorage.setItem(going(code), "");
    location.replace(location.pathname.replace(/[^/]+(?=\/watch$)/, code));
  }

  #end(ended, why) {
    this.#stream.close();
    sessionStorage.removeItem(this.key);
    ended(why);
  }

  // Our draft is gone that stood there before the referee was asked: once the log has grown it was entered, by whomever;
  // else somebody dropped it.
  #tell(before, mine) {
    const isNew = !before || before.seq !== this.view.seq;
    const ruling = isNew && before ? mostTelling(this.view.rulings)?.summary : "";
    const isGone = mine !== null && mine === this.#mine && this.view.watch.draft?.id !== mine.id;
    const entries = isGone && isNew ? mine.entries : null;
    if (isGone) this.#mine = null;
    this.heard({ entries, isDropped: isGone && !isNew, ruling });
  }

  async #ask(method, path, body) {
    const headers = { "Content-Type": "application/json" };
    if (this.#token) headers.Authorization = `Bearer ${this.#token}`;
    const response = await fetch(this.api + path, { method, headers, body: body && JSON.stringify(body) });
    const answer = await response.json();
    if (response.ok) return answer;
    const told = answer.ruling?.summary ?? answer.detail;
    throw Object.assign(new Error(answer.detail), { status: response.status, told });
  }
}

// The ruling that tells most of one entry's, as everywhere.
function mostTelling(rulings) {
  for (const part of RULED) {
    const found = rulings.filter(({ verdict }) => (part === "legal" ? verdict.legal === false : part in verdict));
    if (found.length) return found.at(-1);
  }
  return rulings[0];
}
