// The form on which a hand is entered. It works without this script, which adds that the preview comes by itself, that
// the browser's Back undoes one choice, and that the address and the links of the page carry the entry.

const CARRIED = "touched";

const screen = () => document.querySelector(".table-screen");
const form = () => document.getElementById("hand");
const isComplete = () => getComputedStyle(document.getElementById("is-complete")).display !== "none";

// What is chosen, as names and values; nothing of an empty form.
function choices() {
  const hidden = new Set([...form().querySelectorAll("[type=hidden]")].map((field) => field.name));
  return [...new FormData(form())].filter(
    ([name, value]) => value && !hidden.has(name) && !(name === "mode" && value === "win"),
  );
}

// The address of the form with its choices, or without any.
export function query() {
  if (!form()) return "";
  const chosen = choices();
  return chosen.length ? new URLSearchParams([...new FormData(form())].filter(([, value]) => value)).toString() : "";
}

export const isEmpty = () => !form() || !choices().length;

// Choices that the others rule out

const isHidden = (element) => {
  const { display, visibility } = getComputedStyle(element);
  return display === "none" || visibility === "hidden";
};

function uncheck(radio) {
  radio.checked = false;
  const nobody = form().querySelector(`[name="${radio.name}"][value=""]`);
  if (nobody) nobody.checked = true;
}

function isRuledOut(radio) {
  const card = radio.closest(".cell")?.parentElement.closest("[class^=card-ron], [class^=card-tsumo]");
  const isOfAbsentClaim = /^winner/.test(radio.name) && isHidden(radio.closest(".claim"));
  return isHidden(radio.parentElement) || (card && isHidden(card)) || isOfAbsentClaim;
}

// Whether it dropped any. It asks for the style, and with it for the layout: what is written to the page is written
// before, or both are reckoned twice.
function dropContradictions() {
  // Not "nobody", which nothing rules out: unchecked and checked again, each would cost the style of the whole form.
  const ruledOut = [...form().querySelectorAll(".claim [type=radio]:checked:not([value=''])")].filter(isRuledOut);
  for (const radio of ruledOut) uncheck(radio);
  return ruledOut.length > 0;
}

// A preview that did not come is asked for again: after a while, when the network is back, or by a touch

const RETRY = 3000;

let timer = null;
let isAwaited = false; // "See what changes" was touched: its answer is followed

function askAgain() {
  clearTimeout(timer);
  const { outdated, blind } = screen()?.dataset ?? {};
  if (outdated === "" && blind === undefined && form() && isComplete() && !screen().inert) htmx.trigger(form(), "complete");
}

addEventListener("online", askAgain);
for (const name of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
  document.addEventListener(name, ({ detail }) => {
    if (detail.target?.id !== "preview" || !form()) return;
    screen().dataset.unanswered = "";
    document.getElementById("preview-spoken").textContent = document.querySelector(".unanswered").textContent.trim();
    clearTimeout(timer);
    timer = setTimeout(askAgain, RETRY);
  });
}

document.documentElement.dataset.form = ""; // hand_questions.css: the server is asked by this script

// After each choice

let unseen = null; // what is still to do for the latest choice

function finish() {
  const work = unseen;
  unseen = null;
  work?.();
}

// A finger's choice is drawn first. The address and the request for the preview take as long again; they follow, at the
// latest with the next choice, so that the browser's Back knows each.
function finishOnceDrawn() {
  const work = unseen;
  requestAnimationFrame(() => setTimeout(() => { if (unseen === work) finish(); }));
}

function choose({ isNew = true, only = "" } = {}) {
  finish();
  const hand = form();
  if (!hand) return;
  isAwaited = false;
  for (const drawn of document.querySelectorAll(".chosen")) drawn.replaceChildren();
  if (only !== "yaku") {
    htmx.trigger(hand, "htmx:abort");
    screen().dataset.outdated = "";
    drawWords();
    while (dropContradictions()) drawWords(); // one may rule out another
  }
  const carried = query();
  unseen = () => { if (form() === hand) carry(carried, { isNew, only }); };
}

export function update(options) {
  choose(options);
  finish();
}

function carry(carried, { isNew, only }) {
  const address = carried ? `${form().action}?${carried}` : form().action;
  if (isNew) history.pushState(null, "", address);
  for (const link of document.querySelectorAll("[data-carries]")) {
    const url = new URL(link.href);
    url.searchParams.delete(CARRIED);
    if (carried) url.searchParams.set(CARRIED, carried);
    link.href = url;
  }
  layOutCard();
  if (only === "yaku" || !isComplete()) return;
  reveal();
  if (!("blind" in screen().dataset)) htmx.trigger(form(), "complete");
}

// While the discarder is asked: the touch that shows the card (hand_questions.css) then need not lay it out.
function layOutCard() {
  form().querySelector(".claim-1 .cell").getBoundingClientRect();
}

// On a small phone the words of the hand may lie behind Confirm. The seats stay where they are while more may be touched.
function reveal() {
  const shown = [...form().querySelectorAll("#preview, .unanswered")].find((part) => part.checkVisibility());
  if (form().querySelector("#mode-win:checked, [value=chombo]:checked")) shown?.scrollIntoView({ block: "nearest" });
}

export function fill(params) {
  if (!form()) return;
  const values = []; // a value stands on several cards; which one is shown follows from the other choices
  for (const field of form().elements) {
    if (["radio", "checkbox"].includes(field.type)) {
      const isDefault = field.value === "" || (field.name === "mode" && field.value === "win");
      field.checked = params.has(field.name) ? params.getAll(field.name).includes(field.value) : isDefault;
      if (field.checked && field.closest(".cell")) values.push(field);
    } else if (["han", "han2", "han3", "fu", "fu2", "fu3"].includes(field.name)) {
      field.value = params.get(field.name) ?? "";
    }
  }
  for (const value of values) {
    if (!isRuledOut(value)) value.checked = true;
  }
}

export function clear() {
  if (!form()) return;
  unseen = null;
  fill(new URLSearchParams());
  history.replaceState(null, "", form().action);
  update({ isNew: false });
}

// What is chosen, in the words of the page: "Anna wins, Boris discarded, 3 han 30 fu, Riichi: Anna". What is left of
// another kind of outcome does not count, and is not among the fields that are named here.

const FIELDS = {
  win: ["winner", "discarder", "value", "liable", "winner2", "value2", "liable2", "winner3", "value3", "liable3"],
  draw: ["mode", "tenpai", "dead"],
  "nagashi-tenpai": ["mode", "nagashi", "tenpai"],
  chombo: ["mode", "offender"],
};

function wordsOf(field) {
  const typed = field.value === "typed" ? [...field.closest(".typed-fields").querySelectorAll("[inputmode]")] : [];
  if (typed.length) return typed.filter(({ value }) => value).map(({ value, labels }) => `${value} ${labels[0].textContent.trim()}`).join(" ");
  const words = field.dataset.words ?? field.ariaLabel ?? field.labels[0].textContent;
  return (field.closest(".cell") ? words.split(":")[0] : words).trim();
}

export function chosenWords() {
  const checked = [...form().querySelectorAll(":checked:not([value=''])")];
  const mode = checked.find((field) => field.name === "mode")?.value;
  const names = [...(FIELDS[mode] ?? ["mode"]), "riichi"];
  const inRiichi = new Set(checked.filter(({ name }) => name === "riichi").map(({ value }) => value));
  const isAsked = { tenpai: ({ value }) => !inRiichi.has(value), dead: ({ value }) => inRiichi.has(value) };
  const fields = names.flatMap((name) => checked.filter((field) => field.name === name && (isAsked[name]?.(field) ?? true)));
  return fields.map(wordsOf).join(", ");
}

function drawWords() {
  document.getElementById("chosen-words").textContent = chosenWords();
}

// A declared riichi stays through every change of mind.
function beginAgain() {
  fill(new URLSearchParams([...new FormData(form())].filter(([name]) => name === "riichi")));
  document.querySelector("#yaku details")?.removeAttribute("open");
  update();
  document.dispatchEvent(new CustomEvent("hand:again"));
}

// The next question gets the focus where the keyboard answered this one; Confirm after the last.
function moveFocus(from) {
  if (!from.matches(".seat-face [type=radio], .self-draw input, .cell input") && from.checkVisibility()) return;
  const visible = (selector) => [...form().querySelectorAll(selector)].filter((field) => field.checkVisibility());
  const [liable] = visible(".choices :checked");
  const confirm = isComplete() ? document.querySelector(".confirm-button") : null;
  const next = visible("input:not([type=hidden], [tabindex])").find(
    (field) => field.name !== from.name && !field.closest(".riichi, details"),
  );
  const places = from.name === "mode" ? [next, confirm] : [liable, confirm, next];
  places.find(Boolean)?.focus();
}

document.addEventListener("change", (event) => {
  const field = event.target;
  if (!form() || field.form !== form()) return;
  const isByKeyboard = field.matches(":focus-visible");
  choose({ only: field.name === "yaku" ? "yaku" : "" });
  finishOnceDrawn();
  if (isByKeyboard) moveFocus(field);
});

document.addEventListener("submit", (event) => {
  if (event.target !== form() || event.submitter?.hasAttribute("formaction")) return;
  event.preventDefault();
  event.stopPropagation();
  const typed = document.activeElement.closest(".typed-fields")?.querySelector("[value=typed]");
  if (typed) typed.checked = true; // Enter means "Use"
  if (event.submitter?.name === "again" && !typed) beginAgain();
  else update({ isNew: Boolean(typed) });
  isAwaited = event.submitter?.name === "finish";
}, { capture: true });

document.addEventListener("click", (event) => {
  if (event.target.closest(".seat-face")?.querySelector("[name=winner]:checked") && event.target.type !== "radio") beginAgain();
});

document.addEventListener("htmx:afterSwap", (event) => {
  if (event.detail.target.id !== "preview" || !("outdated" in screen().dataset)) return;
  delete screen().dataset.outdated;
  delete screen().dataset.unanswered;
  if (isAwaited) document.querySelector("#preview a.confirm-button")?.click();
  reveal();
});

addEventListener("popstate", () => {
  if (!form()) return;
  unseen = null;
  const params = new URLSearchParams(location.search);
  const number = form().elements.namedItem("for")?.value;
  // That hand was recorded since: offered as the next one, it would be recorded twice.
  const isPast = number && params.has("for") && params.get("for") !== number;
  fill(isPast ? new URLSearchParams() : params);
  if (isPast) history.replaceState(null, "", form().action);
  update({ isNew: false });
});
