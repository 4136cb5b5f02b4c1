// The outbox. What changes the table is stored in this phone before it is sent, and stays until the server has
// answered, whatever the answer. Each submission has a key of its own: sending it twice records it once.
//
// A hand without an answer does not hold up the next one. The page then is "blind": it knows seats and names, but not
// the points, the winds or the dealer of the hand that comes next. Only the server knows the rules.
//
// A hand that the server did not record is "rejected" (outbox_rejected.js) and waits for a person.

import { redraw } from "../live/fetch.js";
import { chosenWords, clear, fill, isEmpty, query, update } from "./hand_entry.js";
import { canShowCodes, showCodes } from "./outbox_code.js";
import { drawNotice, notice } from "./outbox_notice.js";
import { holdsBack, isBehind, isFirstRejected, pathOf, reject, release } from "./outbox_rejected.js";
import { change, latestOf, put, remove, waiting } from "./store.js";
import { fieldsOf, newKey, request, set } from "./submission.js";

const PATIENCE = 3000; // then the next hand can be entered
const FIRST_WAIT = 1000;
const LONGEST_WAIT = 15000;

const screen = () => document.getElementById("table-screen");
const table = screen().dataset.table;

let queue = [];
let confirmed = null; // the submission whose answer the screen waits for
let wait = FIRST_WAIT;
let timer = null;
let isSending = false;
let isUnanswered = false; // the last attempt got no answer
let isRefused = false; // or one that says that this phone may not
let isAway = false; // or one that says that the tournament is written elsewhere until it comes back
let recorded = 0; // hands that were kept in this phone and arrived, since the last one was confirmed
let isReplaceAsked = false; // whether a hand that waits may take the place of the one half entered
let taken = null; // the rejected hand that is being filled in again

// Numbers of hands. One of another round's hanchan may wait here too, with numbers of its own.

const isHand = (submission) => submission.number !== null;
const isOfShownHanchan = (submission) => isHand(submission) && pathOf(submission) === screen().dataset.records;
// After a restart the page of a round shows another hanchan.
const isOfShownPage = (submission) => isOfShownHanchan(submission) || submission.page === screen().dataset.page;
const isFree = (submission) => !submission.isRejected && !submission.isHeld && !isBehind(submission, queue);
const waitingHands = () => queue.filter(isOfShownHanchan).toSorted((a, b) => a.number - b.number);
// The revision that a person has seen who decides about the hands that wait. Undefined changes nothing.
const baseOf = (drawn) => drawn.querySelector(".confirm [name=base]")?.value;
const shownNumber = () => Number(screen().querySelector(".confirm [name=number]")?.value ?? 0);

// The hand that the form is for: the first that is neither recorded nor waiting. A rejected hand that is filled in again
// comes before those that it holds back. Otherwise a hand is entered after all that wait for a person, also where an undone
// hand has left a number before them.
function nextNumber() {
  const hands = taken ? waitingHands().filter(isFree) : waitingHands();
  const numbers = new Set(hands.map((submission) => submission.number));
  const stopped = taken ? [] : hands.filter((hand) => hand.isRejected || hand.isHeld);
  let number = shownNumber() && Math.max(shownNumber(), ...stopped.map((hand) => hand.number + 1));
  while (numbers.has(number)) number += 1;
  return number;
}

// Storing

function submissionOf(form, button) {
  const fields = fieldsOf(form, button);
  const hand = document.getElementById("hand");
  if ("withHand" in form.dataset && hand) fields.push(...fieldsOf(hand).filter(([name]) => name !== "for"));
  const { page } = screen().dataset;
  const submission = { table, page, action: form.action, fields, number: null, words: "", isBlind: false, wasSent: false };
  if (!form.matches(".confirm")) return submission;
  submission.number = nextNumber();
  submission.words = chosenWords();
  submission.isHeld = !taken && queue.some((other) => holdsBack(other, submission));
  // The revision in the form is that of the hand whose number the form shows.
  submission.isBlind = submission.isHeld || "blind" in screen().dataset || submission.number !== shownNumber();
  set(submission, { number: String(submission.number), key: newKey() }); // a screen redrawn in place has the old key
  return submission;
}

async function store(submission) {
  let others = [];
  let behind = [];
  if (isHand(submission) && taken) {
    others = [taken];
    behind = release(taken, queue, submission.number, baseOf(screen()));
    taken = null;
  } else if (isHand(submission)) {
    // Of two versions of a hand that wait, the newer one is meant.
    others = waitingHands().filter((other) => other.number === submission.number && !other.isRejected);
  }
  // Before it is stored: an answer that comes meanwhile must not offer its number to the next hand.
  queue = [...queue.filter((other) => !others.includes(other)), submission];
  try {
    submission.id = await change([submission, ...behind], others);
  } catch {
    submission.id = newKey(); // no room, or forbidden: it waits as long as the page is open
  }
  for (const other of others) await discard(other);
  if (!queue.includes(submission)) await discard(submission); // given up meanwhile
}

// From the queue at once, then from the storage.
async function discard(submission) {
  queue = queue.filter((other) => other !== submission);
  if (submission.id) await remove(submission.id).catch(() => {});
}

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches("[data-outbox]")) return;
  event.preventDefault();
  if (screen().inert) return;
  screen().inert = true;
  recorded = 0;
  document.getElementById("messages").replaceChildren();
  const submission = submissionOf(form, event.submitter);
  confirmed = submission;
  await store(submission);
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
  showNotice();
}

const isAhead = () => (!taken && waitingHands().some((hand) => !hand.isRejected)) || nextNumber() !== shownNumber();

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

// Hands go out in their order, each to a screen that has recorded the one before it. One that was sent before may be
// recorded already, and is sent whatever the screen shows: its key says whether it is.
function nextToSend() {
  const other = queue.find((submission) => !isHand(submission));
  if (other) return other;
  const hands = waitingHands().filter(isFree);
  const isDue = (hand) => !hand.isBlind || hand.wasSent || hand.number <= shownNumber();
  if (hands.length) return hands.find((hand) => isDue(hand) && (isEmpty() || !hand.isForbidden));
  return isEmpty() ? firstOfOtherRound() : undefined;
}

// A hand that was changed is stored behind those that come after it.
function firstOfOtherRound() {
  const free = queue.filter(isFree);
  const ofHanchan = free.filter((hand) => pathOf(hand) === pathOf(free[0]));
  return ofHanchan.toSorted((a, b) => a.number - b.number)[0];
}

async function send() {
  clearTimeout(timer);
  timer = null;
  const submission = nextToSend();
  if (!submission) isUnanswered = false; // nothing is asked any more that could be answered
  showNotice();
  if (isSending || !submission?.id) return; // without an id it is being stored
  isSending = true;
  let answer = null;
  try {
    answer = await answerTo(submission);
  } catch {
    // No answer, or not all of it.
  } finally {
    isSending = false;
  }
  if (answer?.isElsewhere) forget(submission);
  else if (answer?.isOutdated) send();
  else if (answer?.isRedirected || [400, 401, 403, 404, 405, 410, 413].includes(answer?.status)) refuse(submission);
  else if (answer?.status === 423 && answer.fresh) waitForReturn(submission);
  else if (!answer || ![200, 409, 422].includes(answer.status) || !answer.fresh) retryLater(submission);
  else receive(submission, answer);
}

async function answerTo(submission) {
  if (typeof submission.id === "number") {
    const latest = await latestOf(submission.id);
    if (!latest) return { isElsewhere: true };
    // Another tab held it back, or gave it another number.
    if (!isFree({ ...submission, ...latest }) || latest.number !== submission.number) {
      Object.assign(submission, latest);
      return { isOutdated: true };
    }
  }
  return isHand(submission) && !isOfShownHanchan(submission) ? postElsewhere(submission) : post(submission, screen());
}

// Another tab of this browser has sent this submission, or given it up.
function forget(submission) {
  queue = queue.filter((other) => other !== submission);
  if (confirmed === submission) moveOn(submission);
  if (!queue.length) leaveBlind();
  send();
}

// A hand of another round goes out behind the screen, with the revision of its own hanchan.
async function postElsewhere(submission) {
  const answer = await request(submission.page ?? location.href, {});
  if (answer.status === 404) return post(submission, new DocumentFragment()); // cancelled: its own address says so
  if (answer.status !== 200 || !answer.fresh) return answer;
  return post(submission, answer.fresh);
}

async function post(submission, drawn) {
  const revision = drawn.querySelector(".confirm [name=revision]")?.value;
  if (submission.isBlind && revision) set(submission, { revision });
  if (isHand(submission) && !submission.wasSent) {
    submission.wasSent = true;
    await put(submission).catch(() => {});
  }
  const body = new URLSearchParams(submission.fields);
  body.append("csrfmiddlewaretoken", screen().dataset.csrf);
  return request(submission.action, { method: "POST", body });
}

function retryLater(submission) {
  isUnanswered = true;
  isRefused = isAway = false;
  sendLater(submission);
}

function waitForReturn(submission) {
  isAway = true;
  isUnanswered = isRefused = false;
  sendLater(submission);
}

function sendLater(submission) {
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

function receive(submission, answer) {
  wait = FIRST_WAIT;
  isUnanswered = isRefused = isAway = false;
  const isAwaited = confirmed === submission;
  const isOfOtherRound = isHand(submission) && !isOfShownHanchan(submission);
  const isImpossible = isHand(submission) && answer.status === 422;
  if (!isAwaited && !isEmpty() && isImpossible) {
    // It comes back into the form, once that is empty again.
    submission.isForbidden = true;
    showNotice();
    return;
  }
  const isConflict = isHand(submission) && answer.fresh.querySelector("[data-refused]") !== null;
  // Not awaited: until the answer is shown, the screen offers the number of the recorded hand to the next one.
  if (isConflict || isImpossible) reject(submission, answer.fresh, queue, { isImpossible });
  else discard(submission);
  if (isHand(submission) && !isAwaited && answer.status === 200) recorded += 1;
  if (isOfOtherRound && !isImpossible) {
    send();
    return;
  }
  // What this phone itself changed does not make the hands outdated that wait in it.
  if (!isHand(submission) && answer.status === 200) for (const hand of waitingHands()) takeRevisionLater(hand, baseOf(answer.fresh));
  const entered = isAwaited ? "" : query();
  confirmed = null;
  show(answer);
  if (isImpossible) markTaken(submission);
  if (isAhead()) goBlind();
  const params = new URLSearchParams(entered);
  // What was chosen for a hand that is recorded by now would be recorded twice.
  if (entered && Number(params.get("for")) === nextNumber()) {
    fill(params);
    update({ isNew: false });
  } else {
    if (!isImpossible) leaveTaken();
    scrollTo({ top: 0 });
    screen().querySelector(".undone")?.scrollIntoView({ block: "nearest" });
  }
  send();
}

function takeRevisionLater(hand, base) {
  hand.isBlind = true;
  set(hand, { base });
  if (hand.id) put(hand).catch(() => {});
}

function show({ fresh, address }) {
  screen().replaceWith(fresh);
  htmx.process(fresh);
  if (address) history.replaceState(null, "", address);
  document.dispatchEvent(new CustomEvent("table:shown"));
}

// Notices lie over the page, so that none moves what a thumb is about to touch.

const rejected = () => queue.filter((submission) => submission.isRejected);
const isOver = (submission) => isOfShownHanchan(submission) && !shownNumber();

// Why nothing is sent, where a person has to do something about it.
function obstacle() {
  const hands = waitingHands();
  if (isRefused) return "refused";
  if (isAway) return "away";
  if (rejected().length) return rejected().every(isOver) ? "over" : "rejected";
  if (queue.some((submission) => submission.isHeld)) return "held";
  if (hands.some((hand) => hand.isForbidden)) return "forbidden";
  if (isUnanswered || isSending || !hands.length || nextToSend()) return "";
  return shownNumber() ? "gap" : "over";
}

function showNotice(touched = "") {
  const states = new Set([touched]);
  if (isReplaceAsked && queue.length) states.add("replace");
  const stopped = queue.length ? obstacle() : "";
  if (stopped) states.add(stopped);
  else if (queue.length && (isUnanswered || "blind" in screen().dataset || queue.some((hand) => hand.isBlind || (isHand(hand) && !isOfShownHanchan(hand))))) states.add("waiting");
  if (recorded && !queue.length) states.add("recorded");
  const isOpen = stopped === "rejected" ? !taken : ["held", "over", "away"].includes(stopped);
  const isStuck = rejected().length > 0;
  const isChangeable = (submission) => submission.isRejected ? isFillable(submission)
    : isOfShownHanchan(submission) && shownNumber() > 0 && !isStuck;
  const isShareable = canShowCodes && queue.some(isHand) && !isStuck;
  drawNotice({ states, queue, recorded, next: nextNumber(), isOpen, isChangeable, isShareable });
}

const isFillable = (submission) =>
  isFirstRejected(submission, queue) && (isOfShownPage(submission) ? shownNumber() > 0 : Boolean(submission.page));

// The hands that wait are the next ones: none is missing before them.
async function closeGap() {
  let number = shownNumber();
  if (!number || waitingHands()[0]?.number <= number) return;
  for (const hand of waitingHands()) {
    hand.number = number;
    set(hand, { number: String(number), base: baseOf(screen()) });
    await put(hand).catch(() => {});
    number += 1;
  }
  showNumber();
}

notice.addEventListener("click", async (event) => {
  if (notice.dataset.shows === "recorded") {
    event.preventDefault();
    recorded = 0;
    showNotice();
    return;
  }
  const button = event.target.closest("button");
  if (!button) return;
  if ("share" in button.dataset) {
    showCodes(queue);
    return;
  }
  const submission = queue.find((other) => String(other.id) === button.dataset.of);
  if ("send" in button.dataset) {
    const held = queue.filter((other) => other.isHeld);
    for (const hand of held) {
      hand.isHeld = false;
      set(hand, { base: baseOf(screen()) });
    }
    if (held.length) await change(held).catch(() => {});
    else await closeGap();
    isRefused = false;
  } else if (submission) {
    const isReplacing = !("forget" in button.dataset) && !isEmpty();
    const isAsked = isReplaceAsked;
    isReplaceAsked = isReplacing && !isAsked;
    if (isReplaceAsked) {
      showNotice();
      return;
    }
    if ("again" in button.dataset) {
      await takeAgain(submission);
      return;
    }
    if (submission === taken) {
      taken = null;
      clear();
    }
    await discard(submission);
    if ("change" in button.dataset) takeBack(submission);
    else if (waitingHands().length) showNumber();
  }
  if (!queue.length) leaveBlind();
  send();
});

function takeBack(submission) {
  showNumber();
  fill(new URLSearchParams(submission.fields));
  update();
  scrollTo({ top: 0 });
}

// A rejected hand, in the form again. In the phone it stays until it is confirmed.
async function takeAgain(submission) {
  if (screen().inert) return;
  if (typeof submission.id === "number" && !(await latestOf(submission.id))) { // another tab had it
    forget(submission);
    return;
  }
  if (!isOfShownPage(submission)) {
    screen().inert = true;
    const answer = await request(submission.page, {}).catch(() => null);
    screen().inert = false;
    if (answer?.status === 404) submission.page = ""; // its round has no hanchan any more
    if (answer?.status === 200 && answer.fresh) show(answer);
    if (!answer?.fresh || !isOfShownPage(submission) || !shownNumber()) {
      showNotice(answer ? "" : "touch");
      return;
    }
  }
  markTaken(submission);
  if (isAhead()) goBlind();
  else delete screen().dataset.blind;
  takeBack(submission);
  notice.firstElementChild.open = false;
  showNotice();
  document.querySelector(".confirm-button")?.focus({ preventScroll: true });
}

function markTaken(submission) {
  taken = submission;
  for (const other of rejected().filter((hand) => Boolean(hand.isTaken) !== (hand === taken))) {
    other.isTaken = other === taken;
    change([other]).catch(() => {});
  }
}

// What is entered next is another hand.
function leaveTaken() {
  if (!taken) return;
  markTaken(null);
  if (isAhead()) goBlind();
  showNotice();
}

// An impossible hand is put right from the beginning; any other may have been recorded by the table since.
document.addEventListener("click", (event) => {
  if (event.target.closest?.("#hand [name=again]") && !taken?.isImpossible) leaveTaken();
});
addEventListener("popstate", () => { if (isEmpty()) leaveTaken(); });
document.addEventListener("hand:again", () => { if (!taken?.isImpossible) leaveTaken(); });

// Nothing waits any more: the table as it is.
function leaveBlind() {
  isRefused = isUnanswered = isAway = false;
  if (!("blind" in screen().dataset)) return;
  delete screen().dataset.blind;
  for (const place of screen().querySelectorAll("[name=for]")) place.value = shownNumber();
  redraw("table-screen");
}

document.addEventListener("change", (event) => {
  if (event.target.form?.id === "hand") isReplaceAsked = false;
});

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
const isUnderWay = (submission) => !isHand(submission) || isFree(submission);
const isIdle = () =>
  isEmpty() && !taken && !queue.some(isUnderWay) && !screen().inert
  && ![...screen().querySelectorAll("input:not([type=hidden], [type=radio], [type=checkbox]), textarea")].some(isEdited);

document.addEventListener("live:before", (event) => {
  if (event.target.id !== "table-screen") return;
  if (!document.querySelector("#table-news[data-news]") || !isIdle()) event.preventDefault();
});
document.addEventListener("live:shown", (event) => {
  if (event.detail === "table-news" && isIdle()) redraw("table-screen");
  if (event.detail !== "table-screen" || !queue.length) return;
  if (isAhead()) goBlind();
  showNotice();
});

// The page was closed or reloaded before an answer came, or was kept in this phone while it waited for one.
screen().inert = false;
const stored = await waiting(table).catch(() => []);
queue = [...stored.filter((submission) => !queue.some((other) => other.id === submission.id)), ...queue];
taken = queue.find((submission) => submission.isTaken && submission.isRejected && isOfShownPage(submission)) ?? null;
if (isAhead()) goBlind();
const params = new URLSearchParams(location.search);
if (isEmpty() && Number(params.get("for")) === nextNumber()) {
  fill(params);
  update({ isNew: false });
}
if (isEmpty()) leaveTaken();
send();
