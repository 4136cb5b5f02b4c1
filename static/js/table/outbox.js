// The outbox. What changes the table is stored in this phone before it is sent, and stays until the server has
// answered, whatever the answer. Each submission has a key of its own: sending it twice records it once.
//
// A hand without an answer does not hold up the next one. The page then is "blind": it knows seats and names, but not
// the points, the winds or the dealer of the hand that comes next. Only the server knows the rules.

import { redraw } from "../live/fetch.js";
import { chosenWords, clear, fill, isEmpty, query, update } from "./hand_entry.js";
import { put, remove, waiting } from "./store.js";

const TIMEOUT = 10000;
const PATIENCE = 3000; // then the next hand can be entered
const FIRST_WAIT = 1000;
const LONGEST_WAIT = 15000;

const screen = () => document.getElementById("table-screen");
const table = screen().dataset.table;
const notice = document.getElementById("outbox");

let queue = [];
let confirmed = null; // the submission whose answer the screen waits for
let wait = FIRST_WAIT;
let timer = null;
let isSending = false;
let isUnanswered = false; // the last attempt got no answer
let isRefused = false; // or one that says that this phone may not
let isHeld = false; // another phone recorded a hand, so a person decides about those that wait

// Numbers of hands

const isHand = (submission) => submission.number !== null;
const shownNumber = () => Number(screen().querySelector(".confirm [name=number]")?.value ?? 0);

// The hand that the form is for: the first that is neither recorded nor waiting.
function nextNumber() {
  const numbers = new Set(queue.map((submission) => submission.number));
  let number = shownNumber();
  while (numbers.has(number)) number += 1;
  return number;
}

// Storing

function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16)); // randomUUID is for https alone
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("").replace(/(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

const fieldsOf = (form, button) => [...new FormData(form, button)].filter(([name]) => name !== "csrfmiddlewaretoken");

function submissionOf(form, button) {
  const fields = fieldsOf(form, button);
  const hand = document.getElementById("hand");
  if ("withHand" in form.dataset && hand) fields.push(...fieldsOf(hand).filter(([name]) => name !== "for"));
  const submission = { table, action: form.action, fields, number: null, words: "", isBlind: false };
  if (!form.matches(".confirm")) return submission;
  submission.number = nextNumber();
  submission.words = chosenWords();
  submission.isBlind = "blind" in screen().dataset;
  if (submission.isBlind) set(submission, { key: newKey() });
  set(submission, { number: String(submission.number) });
  return submission;
}

function set(submission, values) {
  submission.fields = submission.fields.map(([name, value]) => [name, values[name] ?? value]);
}

async function store(submission) {
  // Of two versions of a hand that wait, the newer one is meant.
  const others = isHand(submission) ? queue.filter((other) => other.number === submission.number) : [];
  for (const other of others) await discard(other);
  submission.id = await put(submission);
  queue.push(submission);
}

async function discard(submission) {
  queue = queue.filter((other) => other !== submission);
  await remove(submission.id);
}

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches("[data-outbox]")) return;
  event.preventDefault();
  if (screen().inert) return;
  screen().inert = true;
  const submission = submissionOf(form, event.submitter);
  await store(submission);
  confirmed = submission;
  wait = FIRST_WAIT;
  if (submission.isBlind) moveOn(submission);
  else setTimeout(moveOn, PATIENCE, submission);
  send();
});

// The screen waits no longer for this answer: its form goes on with the next hand.
function moveOn(submission) {
  if (confirmed !== submission) return;
  confirmed = null;
  screen().inert = false;
  if (!isHand(submission)) return;
  goBlind();
  clear();
  scrollTo({ top: 0 });
}

// Who deals the next hand, and with which points, is not known here.
function goBlind() {
  if (!screen().querySelector(".confirm")) return;
  screen().dataset.blind = "";
  showNumber();
}

function showNumber() {
  const number = nextNumber();
  const hand = document.getElementById("hand");
  if (hand) hand.elements.namedItem("for").value = number;
  for (const place of screen().querySelectorAll("[data-hand-number]")) place.textContent = number;
}

// Sending

// Hands go out in their order, each to a screen that has recorded the one before it.
function nextToSend() {
  const other = queue.find((submission) => !isHand(submission));
  if (other || isHeld) return other;
  return queue.find((submission) => submission.number === shownNumber()) ?? queue.find((submission) => !submission.isBlind);
}

async function send() {
  clearTimeout(timer);
  timer = null;
  if (isSending) return;
  const submission = nextToSend();
  showNotice();
  if (!submission) return;
  isSending = true;
  let answer = null;
  try {
    answer = await post(submission);
  } catch {
    // No answer, or not all of it.
  } finally {
    isSending = false;
  }
  if (!answer || answer.status >= 500) retryLater(submission);
  else if ([200, 409, 422].includes(answer.status)) await receive(submission, answer);
  else refuse(submission);
}

async function post(submission) {
  const revision = screen().querySelector(".confirm [name=revision]")?.value;
  if (submission.isBlind && revision) set(submission, { revision });
  const body = new URLSearchParams(submission.fields);
  body.append("csrfmiddlewaretoken", screen().dataset.csrf);
  const headers = { "HX-Request": "true", "HX-Target": "table-screen", "HX-Current-URL": location.href };
  const response = await fetch(submission.action, { method: "POST", body, headers, signal: AbortSignal.timeout(TIMEOUT) });
  return { status: response.status, address: response.headers.get("HX-Replace-Url"), html: await response.text() };
}

function retryLater(submission) {
  isUnanswered = true;
  isRefused = false;
  moveOn(submission);
  showNotice();
  timer = setTimeout(send, wait);
  wait = Math.min(wait * 2, LONGEST_WAIT);
}

function refuse(submission) {
  isRefused = true;
  moveOn(submission);
  showNotice();
}

async function receive(submission, answer) {
  wait = FIRST_WAIT;
  isUnanswered = isRefused = false;
  const entered = confirmed === submission ? "" : query();
  confirmed = null;
  await discard(submission);
  const fresh = show(answer);
  if (!fresh) return;
  const isStopped = fresh.querySelector("[data-refused]") !== null;
  if (isStopped && queue.some(isHand)) isHeld = true;
  if (queue.some(isHand)) goBlind();
  if (entered) {
    fill(new URLSearchParams(entered));
    update({ isNew: false });
  } else {
    scrollTo({ top: 0 });
  }
  send();
}

function show({ html, address }) {
  const fresh = new DOMParser().parseFromString(html, "text/html").getElementById("table-screen");
  if (!fresh) return null;
  screen().replaceWith(fresh);
  htmx.process(fresh);
  if (address) history.replaceState(null, "", address);
  document.dispatchEvent(new CustomEvent("table:shown"));
  return fresh;
}

// Notices lie over the page, so that none moves what a thumb is about to touch.

function showNotice(touched = "") {
  const hands = queue.filter(isHand);
  const states = new Set([touched]);
  if (queue.length && isRefused) states.add("refused");
  else if (queue.length && isHeld) states.add("held");
  else if (queue.length && (isUnanswered || hands.some((hand) => hand.isBlind))) states.add("waiting");
  if (states.has("held")) notice.firstElementChild.open = true;
  notice.dataset.shows = [...states].join(" ").trim();
  notice.hidden = !notice.dataset.shows;
  const list = notice.querySelector("ol");
  const line = document.getElementById("outbox-line");
  list.replaceChildren(...queue.toSorted((a, b) => a.number - b.number).map((submission) => {
    const item = line.content.cloneNode(true);
    item.querySelector("[data-number]").textContent = submission.number ?? "";
    item.querySelector("[data-words]").textContent = submission.words;
    for (const button of item.querySelectorAll("button")) button.dataset.of = submission.id;
    item.querySelector("[data-change]").hidden = !isHand(submission);
    return item;
  }));
  for (const count of notice.querySelectorAll("[data-count]")) count.textContent = queue.length;
}

notice.addEventListener("click", async (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  const submission = queue.find((other) => String(other.id) === button.dataset.of);
  if ("send" in button.dataset) isHeld = isRefused = false;
  if ("forget" in button.dataset) await discard(submission);
  if ("change" in button.dataset) {
    await discard(submission);
    fill(new URLSearchParams(submission.fields));
    update({ isNew: false });
    showNumber();
  }
  if (!queue.length) leaveBlind();
  send();
});

// Nothing waits any more: the table as it is.
function leaveBlind() {
  isHeld = isRefused = isUnanswered = false;
  if (!("blind" in screen().dataset)) return;
  delete screen().dataset.blind;
  for (const place of screen().querySelectorAll("[name=for]")) place.value = shownNumber();
  redraw("table-screen");
}

addEventListener("online", () => {
  wait = FIRST_WAIT;
  send();
});

// What only asks (the preview, the clock) is no work of anybody; a call for a referee is touched again.
const isTouch = (event) => !["preview", "table-clock"].includes(event.detail.target?.id);
for (const name of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
  document.addEventListener(name, (event) => {
    if (isTouch(event) && ![409, 422].includes(event.detail.xhr?.status)) showNotice("touch");
  });
}
document.addEventListener("htmx:afterOnLoad", (event) => { if (isTouch(event)) showNotice(); });

// Another device recorded a hand here (#table-news says so). The screen follows by itself where that takes nobody's
// work away; otherwise it says so and waits.

const isEdited = (field) => field === document.activeElement || field.value !== field.defaultValue;
const isIdle = () =>
  isEmpty() && !queue.length && !screen().inert
  && ![...screen().querySelectorAll("input:not([type=hidden], [type=radio], [type=checkbox]), textarea")].some(isEdited);

document.addEventListener("live:before", (event) => {
  if (event.target.id !== "table-screen") return;
  if (!document.querySelector("#table-news[data-news]") || !isIdle()) event.preventDefault();
});
document.addEventListener("live:shown", (event) => {
  if (event.detail === "table-news" && isIdle()) redraw("table-screen");
});

// The page was closed or reloaded before an answer came.
queue = await waiting(table);
if (queue.some(isHand)) {
  const params = new URLSearchParams(location.search);
  goBlind();
  if (Number(params.get("for")) === nextNumber()) {
    fill(params);
    update({ isNew: false });
  }
}
send();
