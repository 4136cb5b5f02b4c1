// Keeps a page as new as its tournament. A live part is an element with an id and `data-live`: its own address, or
// nothing for the page's. When its tournament changed it is fetched like any fragment (fetch.js) and morphed in place
// (morph.js): what did not change is not touched, nothing moves under a finger, and a form somebody fills in stays.
//
// data-live-every   seconds after which it is fetched anyway, since it shows how time passes
// data-live-least   least seconds between two fetches
// data-live-quiet   changes in here are not marked

import { addresses, offer, refreshAll, refreshDue, versions } from "./fetch.js";
import { Stream } from "./stream.js";

const worker = document.querySelector("meta[name=tenbo-live]").dataset.worker;
const notice = document.getElementById("live-lost");
let isRefused = false;

function showState(state) {
  document.documentElement.dataset.live = state;
  if (notice) notice.hidden = state !== "lost";
}

function receive(id, version) {
  versions.set(id, version);
  refreshAll();
}

// One stream for all tabs of this browser.
function sharedStream() {
  const { port } = new SharedWorker(worker, { type: "module" });
  port.onmessage = ({ data }) => {
    if ("state" in data) showState(data.state);
    else if ("part" in data) offer(data.part);
    else receive(data.id, data.version);
  };
  return {
    join: () => port.postMessage({ joins: [...versions], addresses: addresses() }),
    leave: () => port.postMessage({ leaves: true }),
    retry: () => port.postMessage({ retries: true }),
  };
}

// Phones without shared workers show one tab at a time: each page has a stream while it is in sight.
function ownStream() {
  const stream = new Stream(receive, showState, offer);
  const leave = () => stream.subscribe(new Map());
  const join = () => document.hidden ? leave() : stream.subscribe(versions, addresses());
  document.addEventListener("visibilitychange", () => { if (!isRefused) join(); });
  return { join, leave, retry: () => stream.retry() };
}

function openStream() {
  try {
    return sharedStream();
  } catch {
    return ownStream();
  }
}

function refreshInSight() {
  if (!isRefused && !document.hidden) refreshDue();
}

const stream = openStream();
stream.join();

document.addEventListener("live:refused", () => {
  isRefused = true;
  stream.leave();
  showState("refused");
});
addEventListener("online", () => { if (!isRefused) stream.retry(); });
addEventListener("pagehide", () => stream.leave());
addEventListener("pageshow", (event) => {
  if (!event.persisted || isRefused) return;
  stream.join();
  refreshAll();
});

setInterval(refreshInSight, 1000);
document.addEventListener("visibilitychange", refreshInSight);
