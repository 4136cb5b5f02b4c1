// A stream of news from the server: the id of a tournament, and its version, which each write changes. Where no stream
// gets through, the versions are polled; each time the network is back, a stream is tried again.
//
// For a stranger the stream brings along the parts at some addresses, before the version that they show. A part is text
// compressed by gzip in Base64, or nothing if it is as it was sent last.

const SILENCE = 25000; // the server sends something every ten seconds
const OPENING = 10000;
const POLLING = 5000;
const POLL_TIMEOUT = 8000;
const REFUSED = 60000;
const ERRORS = 3; // streams in a row that did not open, before polling
const POLLS = 6; // answers before the next try of a stream

// A hall full of phones must not come back at once.
const spread = (milliseconds) => milliseconds * (0.5 + Math.random());

function decompressed(base64) {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
}

export class Stream {
  state = ""; // live, asking (polling), lost or refused
  #versions = new Map();
  #subscribed = new Set();
  #source = null;
  #timer = null;
  #errors = 0;
  #polls = 0;
  #addresses = new Set();
  #parts = new Map(); // the last text of each address
  #reading = Promise.resolve();
  #onVersion;
  #onState;
  #onPart;

  constructor(onVersion, onState, onPart) {
    this.#onVersion = onVersion;
    this.#onState = onState;
    this.#onPart = onPart;
  }

  // Takes the tournaments to follow, with the versions known, and the addresses of parts; none closes the stream.
  subscribe(versions, addresses = []) {
    const isMore = [...versions.keys()].some((id) => !this.#subscribed.has(id)) ||
      addresses.some((address) => !this.#addresses.has(address));
    this.#subscribed = new Set(versions.keys());
    this.#addresses = new Set("DecompressionStream" in self ? addresses : []);
    for (const [id, version] of versions) if (!this.#versions.has(id)) this.#versions.set(id, version);
    if (!this.#subscribed.size) this.#close();
    else if (isMore || (!this.#source && this.state === "")) this.#open();
  }

  latest(id) {
    return this.#versions.get(id);
  }

  retry() {
    if (this.#subscribed.size) this.#open();
  }

  get #query() {
    const followed = [...this.#subscribed].map((id) => `t=${id}:${this.#versions.get(id)}`);
    return [...followed, ...[...this.#addresses].map((address) => `p=${encodeURIComponent(address)}`)].join("&");
  }

  #after(milliseconds, act) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(act, milliseconds);
  }

  #change(state) {
    if (state === this.state) return;
    this.state = state;
    this.#onState(state);
  }

  #receive(id, version) {
    if (version === this.#versions.get(id)) return;
    this.#versions.set(id, version);
    this.#onVersion(id, version);
  }

  // One after the other, because a part has to be unpacked before its version is told.
  #inTurn(read) {
    this.#reading = this.#reading.then(read, read);
  }

  async #receivePart(data) {
    const [id, version, address, base64] = data.split(" ");
    if (base64) this.#parts.set(address, await decompressed(base64));
    const html = this.#parts.get(address);
    if (html !== undefined) this.#onPart({ id: Number(id), version: Number(version), address, html });
  }

  #close() {
    clearTimeout(this.#timer);
    this.#source?.close();
    this.#source = null;
  }

  #open() {
    this.#close();
    if (!this.#subscribed.size) return;
    this.#parts.clear();
    this.#source = new EventSource(`/live/events?${this.#query}`);
    const fail = () => this.#fail();
    const stayAlive = () => {
      this.#errors = this.#polls = 0;
      this.#change("live");
      this.#after(SILENCE, fail);
    };
    this.#after(OPENING, fail);
    this.#source.addEventListener("hello", stayAlive);
    this.#source.addEventListener("beat", stayAlive);
    this.#source.addEventListener("lost", () => { // the server has lost its database
      this.#after(SILENCE, fail);
      this.#change("lost");
    });
    this.#source.addEventListener("part", (event) => {
      stayAlive();
      this.#inTurn(() => this.#receivePart(event.data));
    });
    this.#source.onmessage = (event) => {
      stayAlive();
      this.#inTurn(() => this.#receive(...event.data.split(" ").map(Number)));
    };
    this.#source.onerror = fail;
  }

  #fail() {
    this.#close();
    this.#errors += 1;
    if (this.#errors < ERRORS) this.#after(spread(this.#errors * 1000), () => this.#open());
    else this.#after(spread(POLLING / 2), () => this.#poll());
  }

  async #poll() {
    let wait = spread(POLLING);
    try {
      const signal = AbortSignal.timeout(POLL_TIMEOUT);
      const answer = await fetch(`/live/versions?${this.#query}`, { cache: "no-store", signal });
      if (answer.status === 404) {
        this.#change("refused");
        wait = REFUSED;
      } else if (await this.#read(answer)) {
        this.#open();
        return;
      }
    } catch {
      this.#change("lost");
    }
    this.#after(wait, () => this.#poll());
  }

  // Returns whether it is time to try a stream again.
  async #read(answer) {
    if (!answer.ok) throw new Error(`The versions were answered with ${answer.status}`);
    const versions = answer.status === 200 ? await answer.json() : {};
    for (const [id, version] of Object.entries(versions)) this.#receive(Number(id), version);
    this.#polls += 1;
    const isBack = this.state !== "asking" || this.#polls % POLLS === 0;
    this.#change("asking");
    return isBack;
  }
}
