// The hall's screen turns its pages (data-turn: after so many seconds). The controls in its foot are links that only
// change the query; they are followed in place, by touch or by key, so that the full screen stays.

import { redraw } from "../live/fetch.js";

const KEYS = {
  " ": "hall-pause",
  ArrowRight: "hall-next",
  PageDown: "hall-next",
  ArrowLeft: "hall-previous",
  PageUp: "hall-previous",
};
const IDLE = 4000;
let turnedAt = performance.now();
let scene = document.querySelector(".hall-count")?.id;
let idleTimer = null;

function follow(link, isUrgent = true) {
  if (!link) return;
  history.replaceState(null, "", link.href);
  turnedAt = performance.now();
  redraw("hall", { isUrgent });
}

function turn() {
  const seconds = document.querySelector("[data-turn]")?.dataset.turn;
  const isTime = seconds && performance.now() - turnedAt > 1000 * seconds;
  if (isTime && !document.hidden) follow(document.getElementById("hall-next"), false);
}

// The controls show for whoever comes near, and not for an audience that only looks.
function wakeControls() {
  delete document.documentElement.dataset.idle;
  clearTimeout(idleTimer);
  idleTimer = setTimeout(() => { document.documentElement.dataset.idle = ""; }, IDLE);
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("#hall .hall-controls a[href^='?']");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  follow(link);
});

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || !KEYS[event.key]) return;
  if (event.key === " " && event.target.closest?.("button")) return;
  event.preventDefault();
  follow(document.getElementById(KEYS[event.key]));
});

document.addEventListener("live:shown", () => {
  const current = document.querySelector(".hall-count")?.id;
  if (current !== scene) turnedAt = performance.now();
  scene = current;
});

for (const name of ["pointermove", "pointerdown", "keydown", "focusin"]) {
  document.addEventListener(name, wakeControls, { passive: true });
}
wakeControls();
setInterval(turn, 500);
