// What waits in this phone for other tables: only the page of its table sends it, to which each of these lines leads.
//
// The lines stand above the table in the flow of the page. While somebody looks at the page they neither come nor go, as
// the form would move under a finger: one whose hands were sent meanwhile only leaves its place empty.

import { allWaiting } from "./store.js";

const { table } = document.getElementById("table-screen").dataset;
const places = document.querySelectorAll("[data-other-tables]");
const template = document.getElementById("outbox-other-table");

const numberOf = (address) => Number(/(\d+)\/$/.exec(address)?.[1] ?? 0);

async function counts() {
  const submissions = (await allWaiting()).filter((submission) => submission.table !== table);
  const counted = new Map();
  for (const submission of submissions) counted.set(submission.table, (counted.get(submission.table) ?? 0) + 1);
  return counted;
}

function lineFor(address) {
  const line = template.content.firstElementChild.cloneNode(true);
  line.querySelector("a").href = address;
  line.querySelector("[data-table]").textContent = numberOf(address);
  return line;
}

async function draw({ mayMove }) {
  if (!mayMove && places[0].hidden) return;
  const counted = await counts().catch(() => null);
  if (!counted) return;
  const addresses = [...counted.keys()].toSorted((a, b) => numberOf(a) - numberOf(b));
  for (const place of places) {
    if (mayMove) place.replaceChildren(...addresses.map(lineFor));
    for (const line of place.children) showCount(line, counted.get(line.querySelector("a").getAttribute("href")));
    place.hidden = !place.childElementCount;
  }
}

function showCount(line, count = 0) {
  line.querySelector("[data-saved]").textContent = count;
  line.toggleAttribute("data-sent", !count);
}

export function showOtherTables() {
  draw({ mayMove: true });
  document.addEventListener("visibilitychange", () => draw({ mayMove: !document.hidden }));
  new BroadcastChannel("tenbo outbox").addEventListener("message", () => draw({ mayMove: document.hidden }));
}
