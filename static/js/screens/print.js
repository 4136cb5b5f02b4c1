// The print button, for those who do not know their browser's. It is hidden where there is no JavaScript.
for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}
