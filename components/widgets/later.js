// Asks for a figure (a table, a part of a page) when its place comes near the screen; the others one by one, in reading
// order, when nothing else is under way; all before printing. What is asked for while the page runs anew can be lost: it
// is asked again. What follows choices made in another part of the page is asked for only when it is in sight.
const waiting = new Map(); // the place of what is to come: its page, how to ask, when that was done last, if it is patient
const following = new Map(); // the place of what follows choices made in another part of the page: how to ask, its run
const placeOf = new WeakMap(); // of an element that is watched
const QUIET = 300, AGAIN = 2000; // milliseconds between looks, and until a figure that did not come is asked for again
let timer = 0;

// Back leaves a page before its places are gone: asked for then, they would run the page that is left
const left = ({ page }) => page && page !== location.pathname.replace(/\/+$/, "").split("/").pop();
const ask = (place) => {
  const it = waiting.get(place);
  if (left(it)) return;
  it.asked = performance.now();
  lookSoon();
  if (it.follows) place.setAttribute("data-behind", "asked");
  it.send();
};
const settle = (place) => {
  waiting.get(place)?.watched.forEach((element) => near.unobserve(element));
  waiting.delete(place);
  place.removeAttribute("data-behind");
};
const wait = (place, it, watched = [place]) => {
  settle(place); // so that it is looked at anew
  waiting.set(place, { ...it, watched });
  for (const element of watched) {
    placeOf.set(element, place);
    near.observe(element);
  }
  lookSoon();
};
// What of a part can show choices made elsewhere: open notes, sentences and tables, not headings and controls.
const CONTENT = ":scope > :has(.stMarkdown, .stHtml, .stDataFrame, .stTable):not(:has(details:not([open])))";
const fallBehind = (place, it) => {
  const content = place.closest(".stVerticalBlock").querySelectorAll(CONTENT);
  wait(place, { ...it, asked: NaN }, [...content]); // never due by itself
  place.setAttribute("data-behind", "unseen");
};
const still = () => {
  const app = document.querySelector('[data-testid="stApp"]');
  // before the code of figures has come, a grey box stands for each
  const boxes = document.querySelector('[class*="st-key-figure_"] [data-testid="stSkeleton"]');
  const plots = [...document.querySelectorAll(".stPlotlyChart")];
  return app?.dataset.testScriptState === "notRunning" && !boxes
    && plots.every((plot) => plot.querySelector(".main-svg"));
};
const underway = ({ asked }) => performance.now() - asked < AGAIN;
const come = (place) => {
  const it = waiting.get(place);
  if (!it || underway(it)) return;
  if (it.patient && !still()) requestAnimationFrame(() => come(place));
  else ask(place);
};
const near = new IntersectionObserver(
  (entries) => entries.filter((e) => e.isIntersecting).forEach((e) => come(placeOf.get(e.target))),
  { rootMargin: "50% 0px" },
);
const inOrder = (a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1);
const due = ([, it]) => !left(it) && performance.now() - it.asked > AGAIN;
const look = () => {
  const places = [...waiting].filter(due).map(([place]) => place).sort(inOrder);
  if (places.length && still()) ask(places[0]);
  timer = 0;
  lookSoon();
};
// what is asked for only when it is in sight needs no look
const lookSoon = () => {
  if ([...waiting.values()].some(({ asked }) => !Number.isNaN(asked))) timer ||= setTimeout(look, QUIET);
};
// asked for before the answer to a commit has come, it would be drawn for the address of before
document.addEventListener("committed", () => following.forEach((_, place) => place.setAttribute("data-behind", "unseen")));
document.addEventListener("answered", () => following.forEach((it, place) => fallBehind(place, it)));
document.addEventListener("toggle", () => following.forEach((it, place) => {
  if (waiting.has(place)) fallBehind(place, it); // notes were opened
}), true);
addEventListener("beforeprint", () => [...waiting.keys()].sort(inOrder).forEach(ask));

export default function ({ parentElement, setTriggerValue, data }) {
  const place = parentElement.host;
  const it = { send: () => setTriggerValue("near", true), ...data };
  if (data.follows) {
    if (following.get(place)?.run !== data.run) settle(place);
    following.set(place, it);
  } else wait(place, { ...it, asked: waiting.get(place)?.asked ?? -Infinity });
  return () => {
    following.delete(place);
    settle(place);
  };
}
