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

function dropContradictions() {
  // Not "nobody", which nothing rules out: unchecked and checked again, each would cost the style of the whole form.
  for (const radio of form().querySelectorAll(".claim [type=radio]:checked:not([value=''])")) {
    if (isRuledOut(radio)) uncheck(radio);
  }
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
  for (const drawn of document.querySelectorAll(".chosen")) drawn.replaceChildren();
  if (only !== "yaku") {
    screen().dataset.outdated = "";
    dropContradictions();
    htmx.trigger(hand, "htmx:abort");
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
  if (only !== "yaku" && isComplete() && !("blind" in screen().dataset)) htmx.trigger(form(), "complete");
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

// What is chosen, in the words of the page: "Anna wins, Boris discarded, 3 han 30 fu".
export function chosenWords() {
  const said = [...form().querySelectorAll(":checked:not(#mode-win, [value=''])")].map((field) => {
    const words = field.ariaLabel ?? field.closest("label").textContent;
    return field.closest(".cell") ? words.split(":")[0] : words;
  });
  return said.map((words) => words.trim()).join(", ");
}

// A declared riichi stays through every change of mind.
function beginAgain() {
  fill(new URLSearchParams([...new FormData(form())].filter(([name]) => name === "riichi")));
  update();
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
  else update();
}, { capture: true });

document.addEventListener("click", (event) => {
  if (event.target.closest(".seat-face")?.querySelector("[name=winner]:checked") && event.target.type !== "radio") beginAgain();
});

document.addEventListener("htmx:afterSwap", (event) => {
  if (event.detail.target.id === "preview") delete screen().dataset.outdated;
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
