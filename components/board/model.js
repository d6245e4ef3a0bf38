// The arithmetic of the board: weights as whole millionths, scores, shared ranks. Pure: no page, no state.
// The files of this folder are joined into one module in the order that component.py gives.

export const ONE = 1_000_000; // weights travel with six decimals, so they are counted in millionths
const HAND = 100; // what a hand sets has four decimals, and a link to it stays short
const TENTH_OF_PICO = 1e12; // scores are rounded to 12 decimals before ranking, as in Python

/** Divide `total` millionths in proportion to `shares` (equally if all are 0); the sum is exact.
 *  Largest remainder; equal remainders go to the earlier share. */
export function apportion(shares, total) {
  const n = shares.length, parts = new Int32Array(n);
  let sum = 0;
  for (let i = 0; i < n; i++) sum += shares[i];
  const rest = [];
  let given = 0;
  for (let i = 0; i < n; i++) {
    const exact = total * (sum > 0 ? shares[i] / sum : 1 / n);
    // an exact whole may come out a hair below itself: 0.29 * 100 is 28.999999999999996
    parts[i] = Math.floor(exact + 1e-6);
    given += parts[i];
    if (sum <= 0 || shares[i] > 0) rest.push([exact - parts[i], i]);
  }
  rest.sort((a, b) => b[0] - a[0] || a[1] - b[1]);
  for (let r = 0; given < total; r = (r + 1) % rest.length, given++) parts[rest[r][1]]++;
  for (let r = rest.length - 1; given > total; r = (r || rest.length) - 1) {
    if (parts[rest[r][1]] > 0) { parts[rest[r][1]]--; given--; }
  }
  return parts;
}

/** The same in whole ten-thousandths; what `total` has beyond them goes to the largest part. */
function inSteps(shares, total) {
  const parts = apportion(shares, Math.floor(total / HAND)).map((part) => part * HAND);
  if (parts.length) parts[parts.indexOf(Math.max(...parts))] += total % HAND;
  return parts;
}

/** Weights as millionths that sum to exactly one million. */
export const toMillionths = (weights) => apportion(weights, ONE);

/** Smallest and largest value (millionths) that weight j can take while the locked ones stay. */
export function reach(base, locked, j) {
  let fixed = 0, free = 0;
  for (let i = 0; i < base.length; i++) {
    if (i === j) continue;
    if (locked[i]) fixed += base[i]; else free++;
  }
  if (locked[j] || free === 0) return [base[j], base[j]];
  return [0, ONE - fixed];
}

/** Set weight j (millionths in whole ten-thousandths, held within its reach); the unlocked others share what is left in the proportion
 *  they had in `base`, in that of `before` when they were all 0 (equally when they were there too); locked ones stay.
 *  Gives a new vector with the exact sum. */
export function moveWeight(base, locked, j, value, before = base) {
  const [low, high] = reach(base, locked, j);
  const next = Int32Array.from(base);
  next[j] = Math.min(high, Math.max(low, Math.round(value / HAND) * HAND));
  if (low === high) return next;
  const free = [];
  for (let i = 0; i < base.length; i++) if (i !== j && !locked[i]) free.push(i);
  const shares = free.some((i) => base[i] > 0) ? base : before;
  const parts = inSteps(free.map((i) => shares[i]), high - next[j]);
  free.forEach((i, r) => { next[i] = parts[r]; });
  return next;
}

/** Read a weight as typed, with point or comma, as a percentage or with an exponent: { value } from 0 to `most`, or why
 *  it is not taken. */
export function readWeight(text, most = 1) {
  const [, digits, percent] = /^((?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*(%?)$/i.exec(text.trim().replace(",", ".")) ?? [];
  const value = Number(digits) / (percent ? 100 : 1);
  if (digits === undefined) return { why: "is not a weight: type 0.25 or 25%" };
  if (value > 1) return { why: `is more than 1, all the weight there is${percent ? "" : ": for a percentage type 25%"}` };
  if (value > most) return { why: `is more than the ${most.toFixed(3)} that the locked weights leave` };
  return { value };
}

/**
 * A number ≥ 0 with three decimals, a smaller one with two digits (2.6e-4); an exact half goes to the even digit, as in
 * Python (toFixed rounds it up).
 */
export function threeDecimals(x) {
  if (x > 1e-12 && x < 0.0005) return x.toExponential(1);
  const sixteenths = x * 16; // no other binary fraction lies halfway between two thousandths
  if (Math.abs(sixteenths % 2) !== 1) return x.toFixed(3);
  const below = Math.floor(x * 1000);
  return ((below + below % 2) / 1000).toFixed(3);
}

/** A score as it is ranked: rounded to 12 decimals, an exact half to the even digit, as in Python. */
function rounded(score) {
  const scaled = score * TENTH_OF_PICO, up = Math.round(scaled);
  return (up - scaled === 0.5 && up % 2 !== 0 ? up - 1 : up) / TENTH_OF_PICO;
}

/** UQS of n methods or checkpoints into `out`: Σ w·u, rounded; NaN where a weighted utility is missing. */
export function scoreAll(utilities, weights, out) {
  const k = weights.length;
  for (let i = 0, at = 0; i < out.length; i++, at += k) {
    let sum = 0;
    for (let j = 0; j < k; j++) if (weights[j] > 0) sum += weights[j] * utilities[at + j];
    out[i] = rounded(sum);
  }
  return out;
}

/** Scores of methods from those of their checkpoints into `out`, `members` naming the checkpoints of each: the largest
 *  of those that have one, NaN where none has. `shown` gets the best one, the first of equal ones; −1 where none is. */
export function scoreGrids({ members }, scores, out, shown) {
  members.forEach((own, i) => {
    const known = own.filter((c) => scores[c] === scores[c]);
    shown[i] = known.reduce((top, c) => (top < 0 || scores[c] > scores[top] ? c : top), -1);
    out[i] = shown[i] < 0 ? NaN : scores[shown[i]];
  });
  return out;
}

/** Put `order` (a permutation, changed in place) in order of falling score, ties by row, missing last.
 *  Insertion sort: while a hand moves, the last order is almost right already. */
export function sortByScore(order, scores) {
  for (let p = 1; p < order.length; p++) {
    const row = order[p];
    let at = p - 1;
    while (at >= 0 && isBehind(order[at], row, scores)) { order[at + 1] = order[at]; at--; }
    order[at + 1] = row;
  }
  return order;
}

function isBehind(a, b, scores) {
  const x = scores[a], y = scores[b];
  if (x !== x || y !== y) return x !== x && (y === y || a > b);
  return x < y || (x === y && a > b);
}

/** Competition ranks into `ranks`: ties share the best rank, missing gets 0. Gives the number ranked. */
export function rankAll(order, scores, ranks) {
  let ranked = 0;
  for (let p = 0; p < order.length; p++) {
    const row = order[p];
    if (scores[row] !== scores[row]) { ranks[row] = 0; continue; }
    const tied = p > 0 && scores[order[p - 1]] === scores[row];
    ranks[row] = tied ? ranks[order[p - 1]] : p + 1;
    ranked++;
  }
  return ranked;
}

/** A share in per cent; halves go to the even number and what is not quite nothing or everything is not shown as
 *  such, as in answers/tradeoff/lead.py. */
export function percent(share) {
  const exact = 100 * share, nearest = Math.round(exact);
  const whole = Math.abs(exact % 1) === 0.5 && nearest % 2 ? nearest - 1 : nearest;
  if ((whole === 0 || whole === 100) && share > 1e-9 && share < 1 - 1e-9) return whole ? "over 99 %" : "under 1 %";
  return `${whole} %`;
}

/** What each group of metrics weighs, in words; empty where some weight has no group. */
export function sharesText(groups, weights) {
  const shares = new Map(["forgetting", "privacy", "utility", "cost", ""].map((group) => [group, 0]));
  groups.forEach((group, j) => shares.set(group, (shares.get(group) ?? 0) + weights[j]));
  const some = [...shares].filter(([, share]) => share > 0);
  return shares.get("") > 0 ? "" : some.map(([group, share]) => `${percent(share)} ${group}`).join(", ");
}

/** Whether two weight vectors are the same to the six decimals that travel. */
export function sameWeights(a, b) {
  for (let i = 0; i < a.length; i++) if (Math.abs(a[i] - b[i]) > 0.5 / ONE + 1e-12) return false;
  return true;
}

/** Weights (millionths) of the metrics that every method has, in the proportion they had, equal where they had none;
 *  null when there is no such metric. */
export function measuredOnly(utilities, weights, n) {
  const k = weights.length, shares = new Float64Array(k);
  let some = false, sum = 0;
  for (let j = 0; j < k; j++) {
    let known = n > 0;
    for (let i = 0; i < n; i++) if (utilities[i * k + j] !== utilities[i * k + j]) { known = false; break; }
    shares[j] = known ? 1 : 0;
    if (known) { some = true; sum += weights[j]; }
  }
  if (!some) return null;
  if (sum > 0) for (let j = 0; j < k; j++) shares[j] *= weights[j];
  return toMillionths(shares);
}
