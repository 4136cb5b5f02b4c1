// The line over the head of the page that says what waits in this phone, with a list that unfolds.

export const notice = document.getElementById("outbox");

let drawn = "";

export function drawNotice({ states, queue, recorded, next, isChangeable, isShareable }) {
  notice.dataset.shows = [...states].join(" ").trim();
  notice.hidden = !notice.dataset.shows;
  for (const count of notice.querySelectorAll("[data-count]")) count.textContent = queue.length;
  notice.querySelector("[data-recorded]").textContent = recorded;
  for (const place of notice.querySelectorAll("[data-next]")) place.textContent = next;
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
  line.querySelector("[data-change]").hidden = !isChangeable;
  return line;
}
