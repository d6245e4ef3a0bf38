// Asks for a figure when its place comes near the screen; the others one by one, in reading order, when nothing else is
// under way; all of them before printing.
const waiting = new Map(); // the place of a figure to come, and how to ask for it
const QUIET = 300; // milliseconds between looks
let timer = 0;

const ask = (place) => {
  const send = waiting.get(place);
  waiting.delete(place);
  near.unobserve(place);
  send?.();
};
const near = new IntersectionObserver(
  (entries) => entries.filter((e) => e.isIntersecting).forEach((e) => ask(e.target)), { rootMargin: "50% 0px" },
);
const inOrder = (a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1);
const still = () => {
  const app = document.querySelector('[data-testid="stApp"]');
  const plots = [...document.querySelectorAll(".stPlotlyChart")];
  return app?.dataset.testScriptState === "notRunning" && plots.every((plot) => plot.querySelector(".main-svg"));
};
const look = () => {
  if (waiting.size && still()) ask([...waiting.keys()].sort(inOrder)[0]);
  timer = waiting.size ? setTimeout(look, QUIET) : 0;
};
addEventListener("beforeprint", () => [...waiting.keys()].sort(inOrder).forEach(ask));

export default function ({ parentElement, setTriggerValue }) {
  const place = parentElement.host;
  waiting.set(place, () => setTriggerValue("near", true));
  near.observe(place);
  timer ||= setTimeout(look, QUIET);
  return () => {
    waiting.delete(place);
    near.unobserve(place);
  };
}
