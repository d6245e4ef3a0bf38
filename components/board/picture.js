// The ranking as a picture: the rows as they stand, all of them, under the weights that are set now.

const SHEET = { width: 900, edge: 16, row: 30, bar: 16, names: 60, bars: 270, full: 430 };

export function rankingPicture(model, { title, caption }, { ink, ground, font, face }) {
  const { width, edge, row, bar, names, bars, full } = SHEET;
  const weighed = model.metrics.map((metric, j) => ({ ...metric, weight: model.weights[j], j })).filter((m) => m.weight > 0);
  const asked = model.floors.flatMap((floor, f) => (model.limits[f] > 0 ? [asks(floor, model.limits[f])] : []));
  const below = [...model.order].filter((i) => model.below[i]).map((i) => model.methods[i].label);
  const floor = asked.length ? `Floor: ${asked.join(" and ")}; below it: ${below.join(", ") || "none"}.` : "";
  const note = [floor, caption].filter(Boolean).flatMap((text) => linesWithin(text, width - 2 * edge));
  const legend = placed(weighed.map((m) => `${m.label} ${m.weight.toFixed(3)}`), width - 2 * edge);
  const top = 44 + 20 * (legend.at(-1).line + 1) + 30;
  const shown = [...model.order].filter((i) => model.ranks[i] > 0);
  const height = top + row * shown.length + 14 + 14 * note.length + 10;
  const root = sheet({ width, height, title, caption, face, ground });
  const group = svgNode("g", { fill: ink, "font-family": font, "font-size": 14 });
  root.append(group);
  const write = (x, y, text, more = {}) => group.append(svgNode("text", { x, y, ...more }, text));
  const quiet = { "font-size": 12, "fill-opacity": 0.75 }, right = { "text-anchor": "end" };

  write(edge, 28, title, { "font-size": 16, "font-weight": 600 });
  legend.forEach(({ text, x, line }, at) => {
    group.append(svgNode("rect", { x: edge + x, y: 44 + 20 * line, width: 10, height: 10, fill: weighed[at].colour }));
    write(edge + x + 15, 53 + 20 * line, text, quiet);
  });
  for (const [x, head] of [[edge + 24, "Rank"], [width - edge - 104, "UQS"]]) write(x, top - 12, head, { ...quiet, ...right });
  model.over.split(", ").forEach((line, at, all) => write(width - edge, top - 12 - 14 * (all.length - 1 - at), line, { ...quiet, ...right }));
  write(names, top - 12, "Method", quiet);
  for (const at of [0, 0.25, 0.5, 0.75, 1]) {
    const x = bars + at * full;
    write(x, top - 12, String(at), { ...quiet, "text-anchor": "middle" });
    group.append(svgNode("path", { d: `M${x} ${top - 6}v${row * shown.length + 6}`, stroke: ink, "stroke-opacity": 0.16 }));
  }
  shown.forEach((i, at) => {
    const y = top + row * at + row / 2, base = y + 5;
    write(edge + 24, base, String(model.ranks[i]), { ...right, "font-weight": 600 });
    const mark = fragile(model, i), room = bars - names - 14 - (mark ? 12 + widthOf(mark, "11px 'Source Sans', sans-serif") : 0);
    const name = cutTo(model.methods[i].label, room);
    write(names, base, name);
    if (mark) write(names + widthOf(name) + 8, base, mark, { "font-size": 11, "font-style": "italic" });
    let left = bars;
    for (const { j, weight, colour } of weighed) {
      const part = weight * model.utilities[i * model.weights.length + j] * full;
      if (part > 0) group.append(svgNode("rect", { x: left, y: y - bar / 2, width: part, height: bar, fill: colour }));
      left += part;
    }
    write(width - edge - 104, base, threeDecimals(model.scores[i]), { ...right, "font-weight": 600 });
    // what was tested under other weights says nothing of these
    write(width - edge, base, model.instead || (model.dirty ? "–" : interval(model.intervals?.[i])), {
      ...right, "fill-opacity": 0.75, ...(model.instead && { "font-size": 11, "font-style": "italic" }),
    });
  });
  note.forEach((line, at) => write(edge, height - 10 - 14 * (note.length - 1 - at), line, { "font-size": 11 }));
  return root;
}

const pen = document.createElement("canvas").getContext("2d");

function widthOf(text, font = "14px 'Source Sans', sans-serif") {
  pen.font = font;
  return pen.measureText(text).width;
}

/** Texts side by side in lines no wider than `width`. */
function placed(texts, width) {
  let x = 0, line = 0;
  return texts.map((text) => {
    const needed = 15 + widthOf(text, "12px 'Source Sans', sans-serif") + 18;
    if (x && x + needed > width) [x, line] = [0, line + 1];
    const here = { text, x, line };
    x += needed;
    return here;
  });
}

function cutTo(text, width) {
  if (widthOf(text) <= width) return text;
  let cut = text;
  while (cut && widthOf(`${cut}…`) > width) cut = [...cut].slice(0, -1).join("");
  return `${cut.trimEnd()}…`;
}
