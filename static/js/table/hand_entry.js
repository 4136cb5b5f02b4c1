// The table screen's outbox: submissions that got no answer are stored, and sent again.
//
// A submission is a form with a key of its own, so sending it twice records it once. It stays in this phone until the
// server has answered, whatever the answer: a lost network, a closed page or an empty battery lose nothing.

import { redraw } from "../live/fetch.js";

const screen = () => document.getElementById("table-screen");

// One list for each table: a referee's phone enters hands at several.
const STORED = `tenbo.unanswered ${screen().dataset.table}`;
const FIRST_WAIT = 2000;
const LONGEST_WAIT = 15000;
let wait = FIRST_WAIT;
let timer = null;
let isUnanswered = false; // what is stored got no answer
let isRefused = false; // or an answer that records nothing

// The outbox

const outbox = () => JSON.parse(localStorage.getItem(STORED) || "[]");

function store(submissions) {
  if (submissions.length) localStorage.setItem(STORED, JSON.stringify(submissions));
  else localStorage.removeItem(STORED);
}

const submissionOf = (request) => ({
  action: request.path,
  fields: [...request.formData].filter(([name]) => name !== "csrfmiddlewaretoken"),
});
// Sent again, the fields may come in another order.
const identity = (submission) => JSON.stringify([submission.action, [...submission.fields].sort()]);
const outboxWithout = (submission) => outbox().filter((other) => identity(other) !== identity(submission));
const handNumber = (submission) => submission.fields.find(([name]) => name === "number")?.[1];

// Of two versions of a hand that wait, the newer one is meant.
function keep(submission) {
  if (outboxWithout(submission).length < outbox().length) return;
  const number = handNumber(submission);
  const isSameHand = (other) => number && other.action === submission.action && handNumber(other) === number;
  store([...outbox().filter((other) => !isSameHand(other)), submission]);
}

// Sending

// While a submission is under way, touches would take away the form that its answer is for. The clock may do so all
// the same: the end of the request itself is listened to, wherever its form is by then.
function holdScreen(target, request) {
  target.inert = true;
  request.addEventListener("loadend", () => {
    screen().inert = false;
    if (!request.status) retryLater();
  });
}

function sendFirst() {
  timer = null;
  const [first] = outbox();
  if (!first) return;
  const values = {};
  for (const [name, value] of first.fields) (values[name] ??= []).push(value);
  values.csrfmiddlewaretoken = screen().dataset.csrf;
  const sending = htmx.ajax("POST", first.action, { target: "#table-screen", swap: "outerHTML", values });
  sending.catch(() => {}); // `reportLost` handles it
}

function retryLater() {
  isUnanswered = true;
  isRefused = false;
  showNotice();
  if (timer || !outbox().length) return;
  timer = setTimeout(sendFirst, wait);
  wait = Math.min(wait * 2, LONGEST_WAIT);
}

// The notice has a paragraph for each state: of what is stored, and of what was touched just now ("touch", "refused").
function showNotice(touched = "") {
  if (!outbox().length) isUnanswered = isRefused = false;
  const states = new Set([touched]);
  if (isRefused || isUnanswered) states.add(isRefused ? "refused" : "hand").add("kept");
  const shown = [...states].join(" ").trim();
  const notice = document.getElementById("connection");
  if (!notice || shown === (notice.dataset.lost ?? "")) return;
  notice.hidden = !shown;
  notice.dataset.lost = shown;
  if (shown) notice.scrollIntoView({ block: "nearest" });
}

// Answers

// The clock asks by itself (clock.js). Whether it is answered has nothing to do with what somebody touched.
const isClock = (event) => event.detail.elt?.id === "table-clock";
// Only what replaces the table is sent again; a call for a referee is touched again.
const isSubmission = (event) =>
  event.detail.requestConfig?.verb === "post" && event.detail.target?.id === "table-screen";

function reportLost(event) {
  if (isClock(event)) return;
  if (isSubmission(event)) retryLater();
  else showNotice("touch");
}

document.addEventListener("htmx:beforeRequest", (event) => {
  if (!isSubmission(event)) return;
  keep(submissionOf(event.detail.requestConfig));
  holdScreen(event.detail.target, event.detail.xhr);
});

document.addEventListener("htmx:afterRequest", (event) => {
  if (isClock(event)) return;
  const status = event.detail.xhr?.status ?? 0;
  const isAnswer = (status >= 200 && status < 400) || status === 409 || status === 422;
  if (!isAnswer) return;
  wait = FIRST_WAIT;
  if (isSubmission(event)) store(outboxWithout(submissionOf(event.detail.requestConfig)));
  // A refusal may have been for lack of something that the page brought by this touch has.
  if (!timer && outbox().length && (isSubmission(event) || isRefused)) timer = setTimeout(sendFirst, 0);
  showNotice();
});

document.addEventListener("htmx:sendError", reportLost);
document.addEventListener("htmx:timeout", reportLost);
document.addEventListener("htmx:responseError", (event) => {
  const { status } = event.detail.xhr;
  if (isClock(event) || [409, 422].includes(status)) return;
  if (status >= 500) {
    reportLost(event);
    return;
  }
  if (isSubmission(event)) isRefused = true;
  showNotice("refused");
});

addEventListener("online", () => {
  wait = FIRST_WAIT;
  clearTimeout(timer);
  showNotice();
  sendFirst();
});

document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-forget]")) return;
  store([]);
  clearTimeout(timer);
  timer = null;
  showNotice();
});

// The page was closed or reloaded before an answer came.
document.addEventListener("DOMContentLoaded", () => {
  if (outbox().length) retryLater();
});

// Another device recorded a hand here (#table-news says so). The screen follows by itself where that takes nobody's
// work away; otherwise it says so and waits.

const isEdited = (field) => field === document.activeElement || field.value !== field.defaultValue;
const isIdle = () =>
  "idle" in screen().dataset && !outbox().length && !document.querySelector(".htmx-request")
  && ![...screen().querySelectorAll("input:not([type=hidden]), textarea")].some(isEdited);

document.addEventListener("live:before", (event) => {
  if (event.target.id !== "table-screen") return;
  if (!document.querySelector("#table-news[data-news]") || !isIdle()) event.preventDefault();
});
document.addEventListener("live:shown", (event) => {
  if (event.detail === "table-news" && isIdle()) redraw("table-screen");
});
