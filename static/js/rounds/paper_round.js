// The grid of a round on paper for a number pad: Enter goes on to the next field as Tab does, the arrows to the same
// field of the table above or below. What was typed stays where it is when the answer is none of ours.

const FIELDS = ".paper-field";

const grid = () => document.getElementById("paper-round");
const columns = (line) => [...line.querySelectorAll(FIELDS)];

function select(field) {
  field?.focus();
  field?.select?.();
}

function below(field, step) {
  const line = field.closest(".paper-line");
  const lines = [...grid().querySelectorAll(".paper-line")].filter((other) => columns(other).length);
  select(columns(lines[lines.indexOf(line) + step] ?? line)[columns(line).indexOf(field)]);
}

document.addEventListener("keydown", (event) => {
  const field = event.target;
  if (!field.matches?.(FIELDS) || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (event.key === "ArrowDown") below(field, 1);
  else if (event.key === "ArrowUp") below(field, -1);
  else if (event.key === "Enter") {
    const fields = [...grid().querySelectorAll(`${FIELDS}, [data-save]`)];
    select(fields[fields.indexOf(field) + (event.shiftKey ? -1 : 1)]);
  } else return;
  event.preventDefault();
});

function begin() {
  select(document.getElementById(grid()?.dataset.first));
}

function tellNotSent(isNotSent = true) {
  for (const notice of document.querySelectorAll("[data-not-sent]")) notice.hidden = !isNotSent;
}

// A page to log in, or one of the Wi-Fi, must not take the place of what was typed.
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (detail.target !== grid() || detail.xhr.responseText.includes('id="paper-round"')) return;
  detail.shouldSwap = false;
  tellNotSent();
});
document.addEventListener("htmx:beforeRequest", ({ detail }) => { if (detail.target === grid()) tellNotSent(false); });
for (const failure of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
  document.addEventListener(failure, ({ detail }) => { if (detail.target === grid()) tellNotSent(); });
}
document.addEventListener("htmx:afterSettle", ({ detail }) => { if (detail.target.id === "paper-round") begin(); });
begin();
