// The ranking as a picture: the rows as they stand, under the weights that are set now.

const SHEET = { width: 960, edge: 16, row: 34, names: 64, axis: 380, full: 440 };

/** The weights of now in words, with the floor. */
function weightsText({ metrics, floor }, weights) {
  const weighed = metrics.map(({ label }, j) => [label, weights[j]]).filter(([, weight]) => weight > 0);
  return `Weights: ${weighed.map(([label, weight]) => `${label} ${weight.toFixed(3)}`).join(", ")}.${floor ? ` Floor: ${floor}.` : ""}`;
}

export function rankingPicture(data, model, order, { title, caption }, { ink, ground, font, face }) {
  const { width, edge, row, names, axis, full } = SHEET, isModel = (i) => data.methods[i].role !== "";
  const rows = order.filter((i) => model.ranks[i] > 0 || (isModel(i) && model.scores[i] === model.scores[i]));
  const whisker = (i) => (model.moving ? null : data.methods[i].whisker), whiskers = rows.map(whisker).filter(Boolean);
  const legend = [
    whiskers.length && "Dots: score; lines: 95 % interval of its difference to the leader.",
    whiskers.some(({ cut }) => cut.length) && "An arrow: the interval goes on beyond what scores can be.",
    rows.some(isModel) && "Diamonds: not ranked.",
  ].filter(Boolean).join(" ");
  const note = [data.say.verdict, legend, weightsText(data, model.weights), caption].filter(Boolean).flatMap((text) => linesWithin(text, width - 2 * edge));
  const top = 64, height = top + row * rows.length + 24 + 14 * note.length, best = model.scores[model.first];
  const root = sheet({ width, height, title, caption, face, ground });
  const group = svgNode("g", { fill: ink, "font-family": font, "font-size": 14 });
  const write = (x, y, text, more = {}) => group.append(svgNode("text", { x, y, ...more }, text));
  const line = (d, more) => group.append(svgNode("path", { d, stroke: ink, fill: "none", ...more }));
  const ends = rows.flatMap((i) => [model.scores[i], ...(whisker(i) ? [whisker(i).left, whisker(i).right] : [])]);
  const low = Math.min(...ends), high = Math.max(...ends), at = (x) => axis + (full * (x - low)) / (high - low || 1);
  const right = { "text-anchor": "end" }, quiet = { "font-size": 12, "fill-opacity": 0.75 };
  root.append(group);
  write(edge, 28, title, { "font-size": 16, "font-weight": 600 });
  for (const [x, head, more] of [[edge + 24, "Rank", right], [names, "Method", {}], [width - edge - 60, "Score", right], [width - edge, "Ranks", right]]) write(x, top - 10, head, { ...quiet, ...more });
  line(`M${at(best)} ${top - 6}v${row * rows.length + 6}`, { "stroke-opacity": 0.6 });
  rows.forEach((i, place) => {
    const y = top + row * place + row / 2, method = data.methods[i], x = at(model.scores[i]), grey = isModel(i) ? { "fill-opacity": 0.75 } : {};
    write(edge + 24, y + 5, isModel(i) ? "" : String(model.ranks[i]), { ...right, "font-weight": 600 });
    write(names, y + 5, method.name.length > 44 ? `${method.name.slice(0, 43)}…` : method.name, grey);
    if (whisker(i)) {
      const { left, right: end, cut, dashed } = whisker(i), tip = (x, d) => `M${x - d} ${y - 5}L${x} ${y}l${-d} 5`;
      line(`M${at(left)} ${y}H${at(end)}`, { "stroke-width": 2, "stroke-opacity": 0.6, "stroke-dasharray": dashed ? "4 3" : "none" });
      for (const side of cut) line(side === "left" ? tip(at(left), -6) : tip(at(end), 6), { "stroke-width": 2 });
    }
    group.append(isModel(i)
      ? svgNode("path", { d: `M${x} ${y - 6}l6 6-6 6-6-6z`, "fill-opacity": 0.55 })
      : svgNode("circle", { cx: x, cy: y, r: i === model.first ? 7 : 5 }));
    write(width - edge - 60, y + 5, threeDecimals(model.scores[i]), { ...right, ...grey, "font-weight": isModel(i) ? 400 : 600 });
    write(width - edge, y + 5, model.moving || isModel(i) ? "" : method.ranks || "–", right);
  });
  note.forEach((text, n) => write(edge, height - 10 - 14 * (note.length - 1 - n), text, { "font-size": 11 }));
  return root;
}
