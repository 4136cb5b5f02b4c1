// The hands that wait in this phone as QR codes, which another phone scans to record them: for a phone that will not get
// online again. They are drawn here, without the network. tournament/table/handover.py reads them.

import { generate } from "../../vendor/lean-qr-2.7.4.min.js";
import { isHand, pathOf } from "./outbox_order.js";

const MOST_HANDS = 12; // more make a code that a camera hardly reads
const NOT_SAID = ["key", "number", "revision", "table"];

const dialog = document.getElementById("outbox-code");
const { site } = document.getElementById("outbox").dataset;

// Behind a hand that is missing, another phone could record one twice without a question. Once the missing hand waits here
// too, the numbers have no gap any more: the server then asks where another hand is recorded in one of these places.
const isAsked = (hand, before) =>
  hand.isHeld || ((hand.isBehindGap || hand.isAfterUndone) && before?.number !== hand.number - 1);

let codes = [];
let shown = 0;

export const canShowCodes = (queue) => "CompressionStream" in globalThis && partsOf(queue).length > 0;

function lineOf(hand) {
  const key = hand.fields.find(([name]) => name === "key")[1].replaceAll("-", "");
  const fields = hand.fields.filter(([name, value]) => value && !NOT_SAID.includes(name));
  return `${hand.number} ${key} ${new URLSearchParams(fields)}`;
}

async function pack(text) {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate"));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return BigInt(`0x${hex}`).toString();
}

async function codeOf(hands) {
  const path = pathOf(hands[0]).replace(/hands\/$/, "handover/");
  const address = `${new URL(path, site)}?hands=${await pack(hands.map(lineOf).join("\n"))}`;
  return { address, numbers: hands.map((hand) => hand.number) };
}

// For each hanchan its hands in their order, as far as none is missing.
function handsWithoutGap(queue) {
  const hands = queue.filter(isHand).toSorted((a, b) => a.number - b.number);
  return [...new Set(hands.map(pathOf))].map((path) => {
    const all = hands.filter((hand) => pathOf(hand) === path);
    const firstAsked = all.findIndex((hand, index) => isAsked(hand, all[index - 1]));
    return firstAsked < 0 ? all : all.slice(0, firstAsked);
  });
}

// Hands of one hanchan in one code, or in several of about the same size.
function partsOf(queue) {
  return handsWithoutGap(queue).flatMap((own) => {
    const count = Math.ceil(own.length / MOST_HANDS);
    const size = Math.ceil(own.length / count);
    return Array.from({ length: count }, (_, part) => own.slice(part * size, (part + 1) * size));
  });
}

function draw() {
  const { address, numbers } = codes[shown];
  generate(address).toCanvas(dialog.querySelector("canvas"), { on: [0, 0, 0], off: [255, 255, 255] });
  dialog.querySelector("[data-hands]").textContent = numbers.join(", ");
  dialog.querySelector("[data-place]").textContent = codes.length > 1 ? `${shown + 1} / ${codes.length}` : "";
}

export async function showCodes(queue) {
  codes = await Promise.all(partsOf(queue).map(codeOf));
  if (!codes.length) return;
  shown = 0;
  dialog.querySelector("[data-others]").hidden = queue.every(isHand);
  dialog.querySelector("[data-behind]").hidden = handsWithoutGap(queue).flat().length === queue.filter(isHand).length;
  dialog.querySelector("[data-next]").hidden = codes.length === 1;
  draw();
  dialog.showModal();
}

dialog.querySelector("[data-next]").addEventListener("click", () => {
  shown = (shown + 1) % codes.length;
  draw();
});
