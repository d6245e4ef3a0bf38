// The arithmetic of the share of weight between two axes, its level lines, and the verdict. Pure: no page.
// Weights, scores and ranks follow the rules of the board (model.js), with which these files are joined.

const MOST_LINES = 10;

const sumOver = (weights, places) => places.reduce((sum, k) => sum + weights[k], 0);

/** What the first axis weighs of both together. */
export const shareOf = (weights, x, y) => sumOver(weights, x) / (sumOver(weights, x) + sumOver(weights, y));

/** Weights (millionths) with a share of what both axes weigh on the first: inside each axis they keep their
 *  proportion, all others stay. */
export function turned(base, x, y, share) {
  const next = Int32Array.from(base), both = sumOver(base, x) + sumOver(base, y);
  const mine = Math.min(both, Math.round(share * both / HAND) * HAND);
  for (const [places, total] of [[x, mine], [y, both - mine]]) {
    inSteps(places.map((k) => base[k]), total).forEach((part, i) => { next[places[i]] = part; });
  }
  return next;
}

/** The rows with the highest score under these weights, in row order. */
export const bestRows = (utilities, weights, n) => topRows(scoreAll(utilities, weights, new Float64Array(n)));

/** The same of the board's rows: methods by the best of their checkpoints, where they have several. */
export function leadingRows(utilities, weights, n, grids) {
  const scores = scoreAll(utilities, weights, new Float64Array(n)), m = grids?.members.length;
  return topRows(grids ? scoreGrids(grids, scores, new Float64Array(m), new Int32Array(m)) : scores);
}

function topRows(scores) {
  const ranks = new Int32Array(scores.length);
  const order = sortByScore(Int32Array.from(scores, (_, i) => i), scores);
  rankAll(order, scores, ranks);
  return [...order].filter((i) => ranks[i] === 1);
}

/** Where share·x + (1 − share)·y is `level` on the border of a box: two ends, or null outside it. */
export function levelLine(share, level, [left, right], [low, high]) {
  const up = 1 - share, ends = [];
  const add = (x, y) => { if (x >= left && x <= right && y >= low && y <= high) ends.push([x, y]); };
  if (up > 0) for (const x of [left, right]) add(x, (level - share * x) / up);
  if (share > 0) for (const y of [low, high]) add((level - up * y) / share, y);
  if (ends.length < 2) return null;
  ends.sort((a, b) => a[0] - b[0] || b[1] - a[1]);
  return [ends[0], ends[ends.length - 1]];
}

/** Levels at round distances between the lowest and the highest corner of a box. */
export function levels(share, [left, right], [low, high]) {
  const from = share * left + (1 - share) * low, to = share * right + (1 - share) * high;
  const rough = (to - from) / MOST_LINES, ten = 10 ** Math.floor(Math.log10(rough));
  const step = ten * [1, 2, 5, 10].find((s) => s * ten >= rough);
  const first = Math.floor(from / step) + 1, digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  return Array.from({ length: Math.max(0, Math.ceil(to / step) - first) }, (_, i) => {
    const level = (first + i) * step;
    return { level, text: level.toFixed(digits) };
  });
}

/** Who leads now, and at which splits of the weight, as answers/tradeoff/lead.py says it. `leaders` are the rows of the
 *  board that lead, `best` the candidates. */
export function verdictAt(data, best, leaders = best) {
  if (!leaders.length) return data.none;
  const names = leaders.map((i) => (data.grids ? data.grids.labels[i] : data.methods[i].label));
  const who = names.length > data.named ? `${names.length} ${data.noun}s` : listed(names).join("");
  const first = best.map((i) => data.splits[data.methods[i].id]).find((text) => text);
  return `${who} lead${names.length === 1 ? "s" : ""}${data.outside || (first ? ` ${first}` : "")}.`;
}
