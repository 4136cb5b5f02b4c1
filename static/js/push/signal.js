// What a page in front can do without any push service: when its news (data-signal) change, it rings, and its title says
// them until somebody looks at the page.

import { ring } from "../live/bell.js";

const newsOf = () => new Map(
  [...document.querySelectorAll("[data-signal]:not([data-signal=''])")].map(({ dataset }) => [`${dataset.signalOf ?? ""} ${dataset.signal}`, dataset.signal]),
);

const title = document.title;
let shown = newsOf();

function compare() {
  const news = newsOf();
  const fresh = [...news].filter(([key]) => !shown.has(key));
  shown = news;
  if (!fresh.length) return;
  ring(2);
  document.title = `● ${fresh[0][1]}`;
}

function look() {
  if (!document.hidden) document.title = title;
}

document.addEventListener("live:shown", compare);
document.addEventListener("htmx:afterSwap", () => { shown = newsOf(); }); // what this phone itself did is no news
document.addEventListener("visibilitychange", look);
for (const touch of ["pointerdown", "keydown"]) document.addEventListener(touch, look, { passive: true });
