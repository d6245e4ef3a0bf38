// The ranking as a picture: the rows as they stand, under the weights that are set now.

const SHEET = { width: 960, edge: 16, row: 34, names: 64, axis: 380, full: 440 };

export function rankingPicture(data, model, order, { title, caption }, { ink, ground, font, face }) {
  const { width, edge, row, names, axis, full } = SHEET, rows = order.filter((i) => model.ranks[i] > 0);
  const weighed = data.metrics.map((metric, j) => ({ label: metric.label, weight: model.weights[j] })).filter((m) => m.weight > 0);
  const weights = `Weights: ${weighed.map((m) => `${m.label} ${m.weight.toFixed(3)}`).join(", ")}.${data.floor ? ` Floor: ${data.floor}.` : ""}`;
  const note = [data.say.verdict, weights, caption].flatMap((text) => linesWithin(text, width - 2 * edge));
  const top = 64, height = top + row * rows.length + 24 + 14 * note.length, best = model.scores[model.first];
  const root = sheet({ width, height, title, caption, face, ground });
  const group = svgNode("g", { fill: ink, "font-family": font, "font-size": 14 });
  const write = (x, y, text, more = {}) => group.append(svgNode("text", { x, y, ...more }, text));
  const line = (d, more) => group.append(svgNode("path", { d, stroke: ink, fill: "none", ...more }));
  const tested = (i) => !model.moving && data.methods[i].low !== null;
  const ends = rows.flatMap((i) => [model.scores[i], ...(tested(i) ? [best - data.methods[i].high, best - data.methods[i].low] : [])]);
  const low = Math.min(...ends), high = Math.max(...ends), at = (x) => axis + (full * (x - low)) / (high - low || 1);
  const right = { "text-anchor": "end" }, quiet = { "font-size": 12, "fill-opacity": 0.75 };
  root.append(group);
  write(edge, 28, title, { "font-size": 16, "font-weight": 600 });
  for (const [x, head, more] of [[edge + 24, "Rank", right], [names, "Method", {}], [width - edge - 60, "Score", right], [width - edge, "Ranks", right]]) write(x, top - 10, head, { ...quiet, ...more });
  line(`M${at(best)} ${top - 6}v${row * rows.length + 6}`, { "stroke-opacity": 0.6 });
  rows.forEach((i, place) => {
    const y = top + row * place + row / 2, method = data.methods[i], x = tested(i) ? best - method.difference : model.scores[i];
    write(edge + 24, y + 5, String(model.ranks[i]), { ...right, "font-weight": 600 });
    write(names, y + 5, method.name.length > 44 ? `${method.name.slice(0, 43)}…` : method.name);
    if (tested(i)) line(`M${at(best - method.high)} ${y}H${at(best - method.low)}`, { "stroke-width": 2, "stroke-opacity": 0.6, "stroke-dasharray": method.dashed ? "4 3" : "none" });
    group.append(svgNode("circle", { cx: at(x), cy: y, r: i === model.first ? 7 : 5 }));
    write(width - edge - 60, y + 5, threeDecimals(model.scores[i]), { ...right, "font-weight": 600 });
    write(width - edge, y + 5, model.moving ? "" : method.ranks || "–", right);
  });
  note.forEach((text, n) => write(edge, height - 10 - 14 * (note.length - 1 - n), text, { "font-size": 11 }));
  return root;
}
