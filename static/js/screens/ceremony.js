// The ceremony is led like slides: Space, an arrow or a clicker presses the one button that says the next step, or hides
// the last one again. No key ends it: a press too many after the winner must not change the screen of the hall.

const KEYS = {
  " ": "[data-forward]",
  ArrowRight: "[data-forward]",
  PageDown: "[data-forward]",
  ArrowLeft: "[data-back]",
  PageUp: "[data-back]",
};

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.repeat || !KEYS[event.key]) return;
  if (event.target.closest?.("input, summary, a") || (event.key === " " && event.target.closest?.("button"))) return;
  event.preventDefault();
  document.querySelector(`#ceremony ${KEYS[event.key]}`)?.click();
});

// Otherwise the focus stays on the button that was touched, and Space would press that one again.
document.addEventListener("htmx:afterSettle", () => {
  document.getElementById("ceremony")?.focus({ preventScroll: true });
});
