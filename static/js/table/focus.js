// For those who work without a finger: the arrow keys go from choice to choice as these lie on the screen, the focus
// stays where it was when a part of the page is replaced, and what was recorded is said aloud.

const CHOICES = ".seat-face input, .self-draw input, .cell input";
const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const isVisible = (element) => element.checkVisibility({ visibilityProperty: true });

// The arrow keys would choose, and the question would be gone before the third seat was reached.

function centre(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}

function neighbour(field, [right, down]) {
  const [x, y] = centre(field);
  const distances = [...field.form.querySelectorAll(`[name="${field.name}"]`)].filter(isVisible).map((other) => {
    const [otherX, otherY] = centre(other);
    const ahead = (otherX - x) * right + (otherY - y) * down;
    const aside = Math.abs((otherX - x) * down) + Math.abs((otherY - y) * right);
    return { other, ahead, distance: ahead + 2 * aside };
  });
  const nearest = distances.filter(({ ahead }) => ahead > 1).toSorted((a, b) => a.distance - b.distance);
  return nearest[0]?.other;
}

document.addEventListener("keydown", (event) => {
  const field = event.target;
  const direction = DIRECTIONS[event.key];
  const isChosen = event.key === "Enter" && field.type === "radio" && !event.defaultPrevented;
  if (!(direction || isChosen) || !field.matches(CHOICES)) return;
  event.preventDefault();
  if (isChosen) field.click();
  else neighbour(field, direction)?.focus();
});

// A replaced part

let isByKeyboard = false;
let last = null; // what had the focus
let selector = null; // which finds it again

document.addEventListener("keydown", () => { isByKeyboard = true; }, { capture: true });
document.addEventListener("pointerdown", () => { isByKeyboard = false; }, { capture: true });
document.addEventListener("focusin", ({ target }) => {
  last = target;
  selector = target.id ? `#${CSS.escape(target.id)}` : target.name ? `[name="${target.name}"][value="${CSS.escape(target.value)}"]` : null;
});

function refocus(part) {
  if (!isByKeyboard || document.activeElement !== document.body || !last || last.isConnected) return;
  const selectors = [selector, CHOICES, "button, summary"].filter(Boolean);
  selectors.map((other) => [...part.querySelectorAll(other)].find(isVisible)).find(Boolean)?.focus();
}

document.addEventListener("table:shown", () => {
  const screen = document.getElementById("table-screen");
  refocus(screen);
  const messages = [...screen.querySelectorAll("[role=status], [role=alert]")].filter(isVisible);
  document.getElementById("table-spoken").textContent = messages.map((part) => part.innerText.trim()).join(" ");
});
document.addEventListener("htmx:afterSettle", ({ detail }) => {
  const part = document.getElementById(detail.target.id);
  if (part) refocus(part);
});
