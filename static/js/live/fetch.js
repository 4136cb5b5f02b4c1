// Fetches the live parts of a page: one request at a time for each, none while a finger is on the screen. What the stream
// has brought along already is not asked for.
//
// Events: "live:before" on a part may be cancelled, then the part stays as it is; "live:refused" on the document says
// that this page may not be seen any more.

import { show } from "./morph.js";

const RETRY = 2000;
const TIMEOUT = 10000;
const LONGEST_REST = 5000;

const meta = document.querySelector("meta[name=tenbo-live]");
const content = meta?.content.trim() ?? "";

// The latest known version of each tournament that this page shows.
export const versions = new Map(content.split(/\s+/).filter(Boolean).map((pair) => pair.split(":").map(Number)));

const liveParts = () => [...document.querySelectorAll("[data-live][id]")];
const addressOf = (part) => part.dataset.live || location.pathname + location.search;

// The addresses of the parts that the stream may bring along: those of a stranger, who sees what everybody sees.
export function addresses() {
  const isStrangers = meta?.dataset.stranger !== undefined && versions.size === 1;
  return isStrangers ? [...new Set(liveParts().map(addressOf))] : [];
}

const offers = new Map();

export function offer(part) {
  offers.set(part.address, part);
}

function takeOffer(address) {
  const part = offers.get(address);
  offers.delete(address);
  return part && part.version >= versions.get(part.id) ? part.html : null;
}

const states = new Map();

function stateOf(id, complete = null) {
  if (!states.has(id)) {
    states.set(id, {
      complete, // the versions that the part shows all of
      fetchedAt: null,
      isFetching: false,
      isAskedAgain: false, // while it is being fetched
      isUrgent: false, // somebody waits for it
      restUntil: 0, // a slow server is asked less often
      endRest: null,
    });
  }
  return states.get(id);
}

for (const part of liveParts()) stateOf(part.id, content);

export async function refresh(id) {
  const state = stateOf(id);
  if (state.isFetching) {
    state.isAskedAgain = true;
    return;
  }
  state.isFetching = true;
  try {
    do {
      await rest(id, state);
      state.isAskedAgain = false;
      await fetchPart(id, state);
    } while (state.isAskedAgain);
  } catch {
    setTimeout(() => refresh(id), RETRY + 3000 * Math.random());
  } finally {
    state.isFetching = false;
  }
}

export function refreshAll() {
  for (const part of liveParts()) refresh(part.id);
}

// Fetches a part though its tournament did not change; at once where somebody asked for it by a touch.
export function redraw(id, { isUrgent = false } = {}) {
  const state = stateOf(id);
  state.complete = null;
  if (isUrgent) {
    state.isUrgent = true;
    state.endRest?.();
  }
  return refresh(id);
}

export function refreshDue() {
  for (const part of liveParts()) {
    const every = 1000 * part.dataset.liveEvery;
    if (every && performance.now() - (stateOf(part.id).fetchedAt ?? 0) >= every) redraw(part.id);
  }
}

async function rest(id, state) {
  const least = 1000 * (document.getElementById(id)?.dataset.liveLeast || 0);
  const wait = Math.max(state.restUntil, (state.fetchedAt ?? -Infinity) + least) - performance.now();
  if (wait > 0 && !state.isUrgent) {
    await new Promise((resolve) => { state.endRest = resolve; setTimeout(resolve, wait); });
  }
  state.isUrgent = false;
}

const isHeldBack = (part) => !part.dispatchEvent(new CustomEvent("live:before", { bubbles: true, cancelable: true }));

async function fetchPart(id, state) {
  const part = document.getElementById(id);
  if (!part || isHeldBack(part)) return;
  const address = addressOf(part);
  const began = performance.now();
  const asked = [...versions].map((pair) => pair.join(":")).join(" ");
  let html = takeOffer(address);
  if (html === null) {
    const answer = await request(address, id, state.complete ?? "");
    state.restUntil = performance.now() + Math.min(performance.now() - began, LONGEST_REST);
    if (answer.redirected || [403, 404].includes(answer.status)) {
      document.dispatchEvent(new CustomEvent("live:refused"));
      return;
    }
    if (answer.status === 204) {
      if (state.complete !== null) state.complete = asked;
      return;
    }
    if (answer.status !== 200) throw new Error(`${address} answered ${answer.status}`);
    html = await answer.text();
  }
  state.fetchedAt = performance.now();
  await fingersOff();
  const current = document.getElementById(id);
  if (!current || isHeldBack(current)) return;
  // Somebody went elsewhere meanwhile, or what is shown has come since.
  if (current !== part || addressOf(current) !== address) state.isAskedAgain = true;
  if (state.isAskedAgain) return;
  state.complete = null;
  if (show(current, html)) state.complete = asked;
}

const request = (address, id, complete) => fetch(address, {
  // Where only hands of other tables were recorded since the versions shown, the server answers 204 and draws nothing.
  headers: { "HX-Request": "true", "HX-Target": id, "HX-Current-URL": location.href, "Tenbo-Shown": complete },
  cache: "no-store",
  signal: AbortSignal.timeout(TIMEOUT),
});

// Nothing moves while a finger or a mouse button is down

const LONGEST_TOUCH = 30000; // the end of a touch may never be reported
const AFTER_TOUCH = 300; // the click comes after the finger, and is meant for what was there
const AFTER_MOUSE = 100;

let isTouched = false;
let touchEnd = null;
const waiting = [];

const fingersOff = () => isTouched ? new Promise((resolve) => { waiting.push(resolve); }) : null;

function press() {
  isTouched = true;
  release(LONGEST_TOUCH);
}

function release(milliseconds) {
  clearTimeout(touchEnd);
  touchEnd = setTimeout(() => {
    isTouched = false;
    for (const resolve of waiting.splice(0)) resolve();
  }, milliseconds);
}

function listen(names, act) {
  for (const name of names) document.addEventListener(name, act, { capture: true, passive: true });
}

listen(["touchstart"], press);
listen(["touchend", "touchcancel"], (event) => { if (!event.touches.length) release(AFTER_TOUCH); });
listen(["pointerdown"], (event) => { if (event.pointerType === "mouse") press(); });
listen(["pointerup", "pointercancel"], (event) => { if (event.pointerType === "mouse") release(AFTER_MOUSE); });
