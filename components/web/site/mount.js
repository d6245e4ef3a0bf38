// Mounts the boards of a page. What the live app sends to its server is answered here: the weights are taken over,
// and are part of the address (#panel=FA:0.2,RA:0.8), so that a view can be passed on.

const dark = matchMedia("(prefers-color-scheme: dark)");

/** Weights that the address names for a panel, by metric id; null when it names none that can be read. */
function fromAddress(panel, metrics) {
  const pairs = new URLSearchParams(location.hash.slice(1)).get(panel);
  if (!pairs) return null;
  const weights = {};
  for (const part of pairs.split(",")) {
    const [id, text] = part.split(":"), value = Number(text);
    if (!metrics.some((metric) => metric.id === id) || !(value >= 0 && value <= 1e6)) return null;
    weights[id] = value;
  }
  const sum = Object.values(weights).reduce((a, b) => a + b, 0);
  return sum > 0 ? Object.fromEntries(Object.entries(weights).map(([id, weight]) => [id, weight / sum])) : null;
}

function toAddress(panel, text) {
  const query = new URLSearchParams(location.hash.slice(1));
  if (text) query.set(panel, text); else query.delete(panel);
  const line = query.toString().replaceAll("%3A", ":").replaceAll("%2C", ",");
  history.replaceState(null, "", line ? `#${line}` : location.pathname + location.search);
}

for (const place of document.querySelectorAll(".board-place")) {
  const given = JSON.parse(place.firstElementChild.textContent);
  const root = place.attachShadow({ mode: "open" });
  root.innerHTML = `<style>${STYLE}</style>${MARKUP}`;
  // several boards on one page: the panel distinguishes their landmarks
  for (const [name, title] of [["weights", "Weights"], ["ranking", "Ranking"]]) {
    const section = root.querySelector(`section.${name}`);
    section.removeAttribute("aria-labelledby");
    section.setAttribute("aria-label", `${title}, ${given.label}`);
  }
  const chosen = fromAddress(given.panel, given.metrics);
  // intervals and the sentences on the way to another leader were computed for the first weights only
  const silent = { intervals: given.intervals.map(() => null), letters: null, follows: "", flip: null, fragile: "" };
  const under = (weights) => ({ ...given, weights, ...silent });
  let data = chosen ? under(chosen) : given;

  const draw = () => mountBoard({
    parentElement: root,
    data,
    setTriggerValue(_, { seq, preset, weights, floors }) {
      if (floors) {
        data = { ...data, ...silent, seq, floors: data.floors.map((f) => ({ ...f, value: floors[f.id] ?? 0 })) };
        return draw();
      }
      const named = given.presets.find((p) => p.name === preset);
      const next = named ? named.weights : weights, first = preset === given.preset;
      const moved = data.floors.some((f, at) => f.value !== given.floors[at].value);
      data = { ...(first && !moved ? given : under(next)), floors: data.floors, seq };
      toAddress(given.panel, first ? "" : Object.entries(next)
        .map(([id, weight]) => [id, Math.round(weight * 1e6) / 1e6])
        .filter(([, weight]) => weight > 0).map(([id, weight]) => `${id}:${weight}`).join(","));
      draw();
    },
  });
  draw();
  dark.addEventListener("change", draw);
}
