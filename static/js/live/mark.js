// Marks what changed by a colour that fades; for those who want no motion it stays two seconds and goes.
export function mark(elements) {
  const colour = getComputedStyle(document.documentElement).getPropertyValue("--changed");
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const backgroundColor = [colour, isStill ? colour : "transparent"];
  for (const element of elements) {
    if (element.closest("[data-live-quiet]")) continue;
    element.animate({ backgroundColor }, { duration: 2000, easing: "ease-in" });
  }
}
