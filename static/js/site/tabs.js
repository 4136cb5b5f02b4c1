// On a narrow screen a tournament's tabs scroll sideways: the one that is shown comes into sight. Not by scrollIntoView,
// which would move the page too, away from what its address names.
for (const tab of document.querySelectorAll(".tabs [aria-current]")) {
  const tabs = tab.parentElement;
  const before = tab.getBoundingClientRect().left - tabs.getBoundingClientRect().left;
  tabs.scrollLeft += before - (tabs.clientWidth - tab.offsetWidth) / 2;
}
