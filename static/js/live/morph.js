// Changes a live part into its fresh version without disturbing anybody: a form that somebody fills in stays as it is,
// and so does what somebody opened.

import { mark } from "./mark.js";

const FIELDS = "input:not([type=hidden], [type=submit], [type=button]), textarea, select";

const isChanged = (field) =>
  field === document.activeElement ||
  (field.options
    ? [...field.options].some((option) => option.selected !== option.defaultSelected)
    : field.checked !== field.defaultChecked || field.value !== field.defaultValue);
const isFilledIn = (form) => [...form.querySelectorAll(FIELDS)].some(isChanged);
const holdsWork = (element) =>
  element.matches("form") ? isFilledIn(element) : [...element.querySelectorAll("form")].some(isFilledIn);
const textOf = (node) => node.nodeValue.trim();

// Shows a fragment; it may bring along other pieces of its page (hx-swap-oob), as for htmx. Returns whether all of it
// is shown.
export function show(part, html) {
  const page = new DOMParser().parseFromString(`<template>${html}</template>`, "text/html");
  const fragment = page.querySelector("template").content;
  const pieces = [...fragment.querySelectorAll("[hx-swap-oob]")];
  for (const piece of pieces) {
    piece.remove();
    piece.removeAttribute("hx-swap-oob");
  }
  fragment.normalize(); // two texts where the page has one would have everything behind them replaced
  const results = [...pieces, fragment.getElementById(part.id)].map((fresh) => {
    const current = fresh && document.getElementById(fresh.id);
    return !current || morph(current, fresh);
  });
  document.dispatchEvent(new CustomEvent("live:shown", { detail: part.id }));
  return results.every(Boolean);
}

function morph(part, fresh) {
  const changed = new Set();
  let isComplete = true;

  function spare() {
    isComplete = false;
    return false;
  }

  function beforeNodeMorphed(current, next) {
    if (current.nodeType === Node.TEXT_NODE) {
      if (textOf(current) === textOf(next)) return false;
      changed.add(current.parentElement);
    } else if (current.nodeType === Node.ELEMENT_NODE) {
      if (current.matches("[data-face], [data-push]")) return false; // clock.js and push.js write them
      if (current.localName === "form" && isFilledIn(current)) return spare();
    }
    return true;
  }

  function beforeAttributeUpdated(name, element) {
    if (name === "open") return false; // opened or closed by hand
    // Each page has its own, and those of the page shown are still good.
    return !(name === "value" && ["csrfmiddlewaretoken", "key"].includes(element.name));
  }

  function afterNodeAdded(node) {
    if (node.nodeType === Node.ELEMENT_NODE) changed.add(node);
    else if (textOf(node)) changed.add(node.parentElement);
  }

  const beforeNodeRemoved = (node) => node.nodeType !== Node.ELEMENT_NODE || !holdsWork(node) || spare();

  Idiomorph.morph(part, fresh, {
    morphStyle: "outerHTML",
    callbacks: { beforeNodeMorphed, beforeNodeRemoved, beforeAttributeUpdated, afterNodeAdded },
  });
  const current = document.getElementById(part.id);
  if (!current) return isComplete;
  htmx.process(current);
  mark([...changed].filter((element) => current.contains(element)));
  return isComplete;
}
