// What of the picture follows the weights: lines of equal score and the best mark.
//
// It is drawn into the chart beside it, so that zooming and saving the picture take it along. The chart is found by
// its place in the page; its axes are read from the layout it shows and from the rectangle that takes the pointer.

const SVG = "http://www.w3.org/2000/svg";

export function makeDrawing(host) {
  const group = node("svg", { class: "weights-drawn", "pointer-events": "none", overflow: "hidden", "aria-hidden": "true" });
  let shown = null, plot = null, drawn = "";

  function draw(next) {
    shown = next;
    drawn = "";
    refresh();
  }

  /** Draw again where the chart is new, zoomed or of another size. */
  function refresh() {
    if (!shown) return;
    const found = document.querySelector(`.st-key-figure_${shown.figure} .js-plotly-plot`);
    if (found !== plot) {
      plot = found;
      plot?.on?.("plotly_afterplot", refresh);
      plot?.on?.("plotly_relayouting", refresh);
    }
    const pane = plot?.querySelector(".draglayer .nsewdrag"), layer = plot?.querySelector(".main-svg .cartesianlayer");
    const ranges = [plot?.layout?.xaxis?.range, plot?.layout?.yaxis?.range];
    if (!pane || !layer || !ranges[0] || !ranges[1]) return;
    const box = Object.fromEntries(["x", "y", "width", "height"].map((name) => [name, Number(pane.getAttribute(name))]));
    const style = getComputedStyle(host), colour = (name) => style.getPropertyValue(`--st-${name}`).trim();
    const inks = { accent: colour("primary-color"), ink: colour("text-color"), ground: colour("background-color"), font: style.fontFamily };
    const now = JSON.stringify([box, ranges, inks]);
    if (now === drawn && group.isConnected) return;
    drawn = now;
    if (group.previousSibling !== layer) layer.after(group);
    for (const [name, value] of Object.entries(box)) group.setAttribute(name, value);
    group.replaceChildren(...parts(shown, ranges, box, inks));
  }

  return { draw, refresh, close: () => { shown = null; group.remove(); } };
}

function parts({ methods, share, best, lines, exact, written }, [across, up], { width, height }, inks) {
  const at = (x, y) => [
    width * (x - across[0]) / (across[1] - across[0]), height * (1 - (y - up[0]) / (up[1] - up[0])),
  ];
  const placed = (i) => methods[i].x !== null && methods[i].y !== null;
  const leaders = best.filter(placed), made = [];
  const line = ([from, to], attributes) => {
    const [x1, y1] = at(...from), [x2, y2] = at(...to);
    made.push(node("line", { x1, y1, x2, y2, ...attributes }));
    return [x2, y2];
  };
  if (lines) {
    for (const { level, text } of levels(share, across, up)) {
      const ends = levelLine(share, level, across, up);
      if (!ends) continue;
      const [x, y] = line(ends, { stroke: inks.ink, "stroke-opacity": 0.22 });
      if (x > 36 && y > 20) made.push(write(text, x - 4, y - 5, "end", { ...inks, size: 12, opacity: 0.75 }));
    }
    const leader = exact && leaders.length ? methods[leaders[0]] : null;
    const ends = leader && levelLine(share, share * leader.x + (1 - share) * leader.y, across, up);
    if (ends) line(ends, { stroke: inks.accent, "stroke-width": 2, "stroke-dasharray": "2 4", "stroke-linecap": "round" });
  }
  const ring = (i, r, attributes) => {
    const [cx, cy] = at(methods[i].x, methods[i].y);
    made.push(node("circle", { cx, cy, r, fill: "none", ...attributes }));
    return [cx, cy];
  };
  for (const i of leaders) {
    const [x, y] = ring(i, 11, { stroke: inks.accent, "stroke-width": 2.5 });
    if (!written || leaders.length > 1) continue;
    const right = x > width / 2, low = y > height - 34;
    made.push(write(methods[i].label, right ? x + 8 : x - 8, low ? y - 18 : y + 28, right ? "end" : "start",
      { ...inks, size: 13, weight: 600 }));
  }
  return made;
}

/** Text on a halo of the page's ground, so that lines and marks behind it do not cut it. */
function write(text, x, y, anchor, { ink, ground, font, size, weight = 400, opacity = 1 }) {
  const made = node("text", {
    x, y, "text-anchor": anchor, fill: ink, "fill-opacity": opacity, "font-family": font, "font-size": size,
    "font-weight": weight, stroke: ground, "stroke-width": 4, "stroke-linejoin": "round", "paint-order": "stroke",
  });
  made.textContent = text.length > 28 ? `${text.slice(0, 27)}…` : text;
  return made;
}

function node(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}
