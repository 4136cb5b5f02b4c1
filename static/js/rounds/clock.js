// A clock between two answers of the server, which says how many milliseconds are left (data-left). This script only
// counts on from there, by a counter that a wrong or changed clock of the phone does not touch, and asks again: every
// data-ask seconds, when the time is over, and when the phone may have slept.

import { ring } from "../live/bell.js";
import { redraw } from "../live/fetch.js";

const SLEPT = 2000; // two clocks of one phone differ by more after it slept, or was set
const page = performance.getEntriesByType("navigation")[0];
const ends = new WeakMap();
let answeredAt = page?.responseStart || performance.now();
let askedAt = performance.now();
let difference = Date.now() - performance.now();
const alarms = new Map(); // the last value of each data-alarm, a number that grows: then it rings

const minutesAndSeconds = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

function tick() {
  const now = performance.now();
  for (const clock of document.querySelectorAll("[data-left]")) show(clock, now);
  answeredAt = null; // a clock that appears from now on came with a later answer
  const hasSlept = Math.abs(Date.now() - now - difference) > SLEPT;
  difference = Date.now() - now;
  const every = 1000 * (document.querySelector("[data-ask]")?.dataset.ask || Infinity);
  if (hasSlept || (!document.hidden && now - askedAt > every)) ask();
}

function show(clock, now) {
  const left = Number(clock.dataset.left);
  const end = ends.get(clock);
  if (end?.left !== left) ends.set(clock, { left, at: (end ? now : answeredAt ?? now) + left });
  if (clock.dataset.state === "sounded") return;
  const rest = clock.dataset.state === "running" ? ends.get(clock).at - now : left;
  const face = clock.querySelector("[data-face]");
  const text = minutesAndSeconds(Math.max(Math.ceil(rest / 1000), 0));
  if (face.textContent !== text) face.textContent = text;
  if (rest > 0) return;
  clock.dataset.state = "sounded"; // at once, though there may be no network
  if ("bell" in clock.dataset) ring(3);
  ask();
}

function ask() {
  askedAt = performance.now();
  for (const region of document.querySelectorAll("[data-ask]")) {
    if ("live" in region.dataset) redraw(region.id);
    else htmx.trigger(region, "ask");
  }
}

function ringAlarms() {
  for (const { id, dataset } of document.querySelectorAll("[data-alarm]")) {
    const latest = Number(dataset.alarm);
    if (latest > (alarms.get(id) ?? latest)) ring(2);
    alarms.set(id, Math.max(latest, alarms.get(id) ?? 0));
  }
}

function showButtons() {
  for (const button of document.querySelectorAll("[data-fullscreen]")) button.hidden = !document.fullscreenEnabled;
}

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-fullscreen]");
  if (button) document.getElementById(button.dataset.fullscreen).requestFullscreen();
});

document.addEventListener("visibilitychange", () => { if (!document.hidden) ask(); });
addEventListener("pageshow", (event) => { if (event.persisted || page?.type === "back_forward") ask(); });
addEventListener("online", ask);
for (const change of ["htmx:afterSwap", "live:shown"]) {
  document.addEventListener(change, () => { showButtons(); tick(); ringAlarms(); });
}

showButtons();
tick();
ringAlarms();
setInterval(tick, 250);
