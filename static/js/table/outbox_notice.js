// The line over the head of the page that says what waits in this phone, with a list that unfolds.

export const notice = document.getElementById("outbox");

const UNDER_FINGER = 500; // milliseconds from the decision where to touch to the touch

let drawn = "";
let movedAt = -Infinity; // when a line left the list because its hand was recorded
let opened = ""; // what it was opened for: somebody who has folded it compares with the table below

// The lines below one that was recorded move up, under a finger that is about to touch another.
export const holdTouches = () => { movedAt = performance.now(); };
export const isTouchMeant = (button) => !button.dataset.of || performance.now() - movedAt > UNDER_FINGER;

export function drawNotice({ states, queue, recorded, missing, isOpen, isChangeable, isShareable }) {
  const reason = [...states, ...queue.filter((submission) => submission.isRejected).map(({ id }) => id)].join(" ").trim();
  notice.dataset.shows = [...states].join(" ").trim();
  notice.hidden = !notice.dataset.shows;
  if (isOpen && opened !== reason) notice.firstElementChild.open = true;
  opened = isOpen ? reason : "";
  for (const count of notice.querySelectorAll("[data-count]")) count.textContent = queue.length;
  notice.querySelector("[data-changed]").textContent = queue.find((submission) => submission.isWithdrawn)?.number ?? "";
  notice.querySelector("[data-recorded]").textContent = recorded;
  for (const place of notice.querySelectorAll("[data-missing]")) place.textContent = missing;
  notice.querySelector("[data-share]").hidden = !isShareable;
  const lines = queue.toSorted((a, b) => a.number - b.number).map((submission) => lineOf(submission, isChangeable(submission)));
  const asText = lines.map((line) => line.outerHTML).join("");
  // Drawn anew it would take no touch for a moment.
  if (asText !== drawn) notice.querySelector("ol").replaceChildren(...lines);
  drawn = asText;
}

function lineOf(submission, isChangeable) {
  const line = document.getElementById("outbox-line").content.firstElementChild.cloneNode(true);
  line.querySelector("[data-number]").textContent = submission.number ?? "";
  line.querySelector("[data-words]").textContent = submission.words;
  for (const button of line.querySelectorAll("button")) button.dataset.of = submission.id;
  const isSaidBelow = submission.isImpossible && submission.isTaken;
  line.querySelector("[data-reason]").textContent = isSaidBelow ? "" : submission.reason ?? "";
  line.querySelector("[data-keep]").hidden = !submission.isWithdrawn;
  line.querySelector("[data-again]").hidden = !isChangeable || !submission.isRejected;
  line.querySelector("[data-change]").hidden = !isChangeable || submission.isRejected;
  return line;
}
