// The submissions that wait in this phone: which are hands, of which hanchan, and which hand comes before which.

export const screen = () => document.getElementById("table-screen");

export const pathOf = (submission) => new URL(submission.action).pathname;
export const isHand = (submission) => submission.number !== null;

// A hand of another round's hanchan may wait here too, with a number of its own.
export const isOfHanchan = (submission, drawn) => isHand(submission) && pathOf(submission) === drawn.dataset.records;
export const isOfShownHanchan = (submission) => isOfHanchan(submission, screen());
// After a restart the page of a round shows another hanchan. What waits for the one that was cancelled was played before
// all that is entered for the new one.
export const isOfShownPage = (submission) => isOfShownHanchan(submission) || submission.page === screen().dataset.page;
export const isOfFormerHanchan = (submission) =>
  isHand(submission) && submission.page === screen().dataset.page && !isOfShownHanchan(submission);

const isSameHanchan = (a, b) => isHand(a) && isHand(b) && pathOf(a) === pathOf(b);
export const isAfter = (hand, other) => hand !== other && isSameHanchan(hand, other) && hand.number >= other.number;
