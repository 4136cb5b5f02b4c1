// How the table's screen shows what waits: blind where only the server knows what comes next, with a line over the head.

import { redraw } from "../live/fetch.js";
import { clear, isEmpty } from "./hand_entry.js";
import { canShowCodes } from "./outbox_code.js";
import { drawNotice } from "./outbox_notice.js";
import { isAfter, isHand, isOfShownHanchan, isOfShownPage, screen } from "./outbox_order.js";
import { isAhead, isAnyMissing, missingNumber, nextNumber, nextToSend, noteGap, rejected, shownNumber, state, waitingHands } from "./outbox_queue.js";
import { isFirstRejected } from "./outbox_rejected.js";
import { change } from "./store.js";
import { request, valueOf } from "./submission.js";

// Who deals the next hand, and with which points, is not known here.
export function goBlind() {
  if (!screen().querySelector(".confirm")) return;
  screen().dataset.blind = "";
  showNumber();
}

// Nothing waits any more: the table as it is.
export function leaveBlind() {
  state.isRefused = state.isUnanswered = state.isAway = false;
  if (!("blind" in screen().dataset) || state.isStale || !state.maySend) return; // stale, it shows the table before its last hands
  delete screen().dataset.blind;
  for (const place of screen().querySelectorAll("[name=for]")) place.value = shownNumber();
  redraw("table-screen");
}

export function showNumber() {
  const number = nextNumber();
  const hand = document.getElementById("hand");
  if (hand) {
    hand.elements.namedItem("for").value = number;
    nameTaken(hand);
  }
  for (const place of screen().querySelectorAll("[data-hand-number]")) place.textContent = number;
}

// A hanchan that is cancelled has no page any more, but its table has one: without the table's link there is neither. The
// answer to a free hand says that the hanchan is cancelled; a held one is never sent to ask.
export async function tableAsItIs() {
  const { page, table, records } = screen().dataset;
  const answer = await request(page, {});
  if (answer.status !== 404) return answer;
  const ofTable = await request(table, {});
  return { ...ofTable, isHanchanGone: ofTable.fresh?.dataset.records !== records };
}

export function show({ fresh, address }) {
  state.isStale = false;
  screen().replaceWith(fresh);
  htmx.process(fresh);
  if (address) history.replaceState(null, "", address);
  document.dispatchEvent(new CustomEvent("table:shown"));
}

// The screen waits no longer for this answer: its form goes on with the next hand.
export function moveOn(submission) {
  if (state.confirmed !== submission) return;
  state.confirmed = null;
  screen().inert = false;
  if (!isHand(submission)) return;
  goBlind();
  clear();
  scrollTo({ top: 0 });
  showNotice();
}

// With the choices of the form it comes into the address, by which the browser's Back and a reload know it.
function nameTaken(form) {
  form.querySelector("[name=taken]")?.remove();
  if (!state.taken) return;
  const field = document.createElement("input");
  Object.assign(field, { type: "hidden", name: "taken", value: valueOf(state.taken, "key") });
  form.append(field);
}

// A rejected hand in the form

export function markTaken(submission) {
  state.taken = submission;
  showNumber();
  for (const other of rejected().filter((hand) => Boolean(hand.isTaken) !== (hand === submission))) {
    other.isTaken = other === submission;
    change([other]).catch(() => {});
  }
}

// What is entered next is another hand.
export function leaveTaken() {
  if (!state.taken) return;
  markTaken(null);
  if (isAhead()) goBlind();
  showNotice();
}

// Notices lie over the page, so that none moves what a thumb is about to touch.

const isOver = (submission) => isOfShownHanchan(submission) && !shownNumber();

// Why nothing is sent, where a person has to do something about it.
function obstacle() {
  const hands = waitingHands();
  const stopped = rejected();
  if (state.isRefused) return "refused";
  if (state.isAway) return "away";
  if (stopped.length && stopped.every(isOver)) return "over";
  if (stopped.length) return stopped.every((submission) => submission.isWithdrawn) ? "changed" : "rejected";
  if (state.queue.some((submission) => submission.isHeld)) return "held";
  if (hands.some((hand) => hand.isForbidden)) return "forbidden";
  // Whether a hand is missing needs no answer of the server: it compares the numbers that are given to those behind.
  if (state.isUnanswered && !state.isStale && isAnyMissing()) return "gap";
  if (state.isUnanswered || state.isSending || state.isStale || !hands.length || nextToSend()) return "";
  return shownNumber() ? "gap" : "over";
}

export function showNotice(touched = "") {
  const { queue, recorded, taken } = state;
  const states = new Set([touched]);
  if (state.isReplaceAsked && queue.length) states.add("replace");
  const stopped = queue.length ? obstacle() : "";
  if (stopped === "gap") noteGap();
  const isAnyWaiting = queue.some(isWaiting) || (queue.length && (state.isUnanswered || "blind" in screen().dataset));
  if (stopped) states.add(stopped);
  if ((stopped || isAnyWaiting) && isAnyUnsaved()) states.add("unstored");
  else if (!stopped && isAnyWaiting) states.add("waiting");
  if (recorded && !queue.length) states.add("recorded");
  if (["rejected", "changed"].includes(stopped) && !taken && !state.isMissingEntered && isAnyMissing()) states.add("missing");
  screen().toggleAttribute("data-hands-wait", waitingHands().length > 0);
  const isOpen = isEmpty() && !taken && ["rejected", "changed", "held", "over", "away"].includes(stopped);
  const isShareable = canShowCodes(queue) && !rejected().length && state.isRead; // an earlier hand may wait
  drawNotice({ states, queue, recorded, missing: missingNumber(), isOpen, isChangeable, isShareable });
}

// In no storage yet: lost with the page. An Undo beside hands that wait is touched again.
const isUnsaved = ({ id, isAfterHands }) => typeof id === "string" && !isAfterHands;
const isAnyUnsaved = () => state.queue.some(isUnsaved);
const isWaiting = (submission) => submission.isBlind || (isHand(submission) && !isOfShownHanchan(submission));
const isChangeable = (submission) => submission.isRejected ? isFillable(submission)
  : isOfShownHanchan(submission) && shownNumber() > 0
    && !state.queue.some((other) => other.isRejected || (other.isHeld && isAfter(submission, other)));
const isFillable = (submission) =>
  isFirstRejected(submission, state.queue) && (isOfShownPage(submission) ? shownNumber() > 0 : Boolean(submission.page));

document.addEventListener("outbox:renumbered", () => showNotice());

// The browser then asks before it leaves the page.
addEventListener("beforeunload", (event) => { if (isAnyUnsaved()) event.preventDefault(); });
