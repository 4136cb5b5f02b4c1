// Keys of a keyboard: one for each touch of a finger, by its place on the keyboard. What stands under a key follows from
// the question that is asked: its control is the first visible one. "?" lists the keys and switches them off.

const OFF = "tenbo-keys-off";
const LABELS = { Minus: "-", BracketLeft: "[", Semicolon: ";", Quote: "'", Comma: ",", Enter: "⏎", Backspace: "⌫" };
const ROWS = [
  "Digit1 Digit2 Digit3 Digit4 Digit5 Digit6 Digit7 Digit8 Digit9 Digit0 Minus",
  "KeyQ KeyW KeyE KeyR KeyT KeyY KeyU KeyI KeyO KeyP BracketLeft",
  "KeyA KeyS KeyD KeyF KeyG KeyH KeyJ KeyK KeyL Semicolon Quote",
  "KeyZ KeyX KeyC",
].map((row) => row.split(" "));
const FU = [20, 25, 30, 40, 50, 60, 70, 80, 90, 100, 110];
const LIMITS = { KeyV: "mangan", KeyB: "haneman", KeyN: "baiman", KeyM: "sanbaiman", Comma: "yakuman" };
const SEATS = ["bottom", "right", "top", "left"];

const CELLS = [
  ...ROWS.flatMap((keys, row) => keys.map((key, column) => [key, `.cell [value="${row + 1}-${FU[column]}"]`])),
  ...Object.entries(LIMITS).map(([key, limit]) => [key, `.cell [value="${limit}"]`]),
];
const TOUCHES = [
  ...SEATS.map((seat, index) => [ROWS[0][index], `#seat-${seat} label > input`]),
  ...SEATS.map((seat, index) => [ROWS[1][index], `#riichi-${seat} > input`]),
  ["KeyT", ".self-draw > input"],
  ["KeyD", '.hand [name="mode"][value="draw"]'],
  ["KeyC", '.hand .other-outcomes [name="mode"][value="chombo"]'],
  ["KeyU", ".last-hand button"],
];
const ALWAYS = [
  ["Enter", ".confirm-button"],
  ["Backspace", ".change-row .if-valued > input"],
  ["Backspace", '.change-row [name="again"]'],
];

const help = document.getElementById("shortcuts");
const screen = () => document.querySelector(".table-screen");
const isVisible = (element) => element.checkVisibility({ visibilityProperty: true });
const shown = (selector) => [...screen().querySelectorAll(selector)].filter(isVisible);
const isCardShown = () => shown(".card-frame > *").length > 0;

// The control under each key that can be pressed now.
function controls() {
  const byKey = new Map();
  for (const [key, selector] of [...ALWAYS, ...(isCardShown() ? CELLS : TOUCHES)]) {
    const [control] = byKey.has(key) ? [] : shown(selector);
    if (control) byKey.set(key, control);
  }
  return byKey;
}

const keyOf = (code) => code.replace("Numpad", code === "NumpadEnter" ? "" : "Digit");

const isOff = () => localStorage.getItem(OFF) !== null;
const isForItself = (target, code) =>
  target.matches("input:not([type=radio], [type=checkbox]), textarea, select")
  || (code === "Enter" && target.closest("a, button, summary"))
  || target.closest("dialog, [popover]");

// The second of two quick presses presses no button: what is there now was not there for the first.
const DOUBLE = 400;
let previous = { code: "", timeStamp: -DOUBLE };
const isDouble = (event) => event.code === previous.code && event.timeStamp - previous.timeStamp < DOUBLE;

document.addEventListener("keydown", (event) => {
  const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
  if (event.defaultPrevented || event.repeat || event.isComposing || hasModifier || isForItself(event.target, event.code)) return;
  if (event.key === "?") {
    event.preventDefault();
    help.showPopover();
    return;
  }
  const control = isOff() || event.shiftKey ? null : controls().get(keyOf(event.code));
  if (!control) return;
  event.preventDefault();
  const isIgnored = screen().inert || (control.localName === "button" && isDouble(event));
  previous = event;
  if (isIgnored) return;
  control.click();
  document.body.dataset.keys = "";
  drawKeys();
});

// Each key on what it presses, from the first one pressed until a finger or a mouse is used.

const layout = await navigator.keyboard?.getLayoutMap?.().catch(() => null);

function nameOf(key) {
  if (key.startsWith("Digit")) return key.at(-1);
  return (LABELS[key] && !layout?.has(key) ? LABELS[key] : (layout?.get(key) ?? key.at(-1))).toUpperCase();
}

function drawKeys() {
  for (const place of document.querySelectorAll("[data-key]")) delete place.dataset.key;
  if (!("keys" in document.body.dataset)) return;
  for (const [key, control] of controls()) (control.closest("label") ?? control).dataset.key = nameOf(key);
}

document.addEventListener("pointerdown", () => {
  delete document.body.dataset.keys;
  drawKeys();
});
for (const name of ["change", "table:shown", "htmx:afterSettle"]) {
  document.addEventListener(name, () => { if ("keys" in document.body.dataset) drawKeys(); });
}

// The list

for (const place of help.querySelectorAll("[data-of]")) {
  place.textContent = place.dataset.of.split(" ").map(nameOf).join(" ");
}
const isOn = help.querySelector("[name=keys]");
isOn.checked = !isOff();
isOn.addEventListener("change", () => {
  if (isOn.checked) localStorage.removeItem(OFF);
  else localStorage.setItem(OFF, "");
});
