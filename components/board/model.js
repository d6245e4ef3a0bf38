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

/** Smallest and largest value (millionths) that the metrics `own` can take together while the locked ones stay. */
export function reach(base, locked, own) {
  let held = 0, free = 0, mine = 0;
  for (let i = 0; i < base.length; i++) {
    if (own.includes(i)) { if (locked[i]) held += base[i]; else mine++; } else if (locked[i]) held += base[i]; else free++;
  }
  const kept = own.reduce((sum, i) => sum + (locked[i] ? base[i] : 0), 0);
  const now = own.reduce((sum, i) => sum + base[i], 0);
  return mine && free ? [kept, ONE - held + kept] : [now, now];
}

/** Give the metrics `own` together `value` (millionths in whole ten-thousandths, held within their reach). They share it,
 *  and the unlocked others what is left, in the proportion they had in `base`, in that of `before` when they were all 0
 *  (equally when they were there too); locked ones stay. Gives a new vector with the exact sum. */
export function moveWeights(base, locked, own, value, before = base) {
  const [low, high] = reach(base, locked, own);
  const next = Int32Array.from(base);
  if (low === high) return next;
  const all = Math.min(high, Math.max(low, Math.round(value / HAND) * HAND));
  const share = (places, total) => {
    const shares = places.some((i) => base[i] > 0) ? base : before;
    inSteps(places.map((i) => shares[i]), total).forEach((part, r) => { next[places[r]] = part; });
  };
  share(own.filter((i) => !locked[i]), all - low);
  share([...base.keys()].filter((i) => !locked[i] && !own.includes(i)), high - all);
  return next;
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

/** Scores of n methods or checkpoints into `out`: Σ w·u, rounded; NaN where a weighted mapped value is missing. */
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

/** Put `order` (changed in place) in order of falling score; ties keep their order, missing come last. */
export const sortByScore = (order, scores) => order.sort((a, b) => {
  const known = [a, b].map((row) => scores[row] === scores[row]);
  return known[1] - known[0] || (known[0] && scores[b] - scores[a]) || 0;
});

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

/** What each weight decides: weight × range of the mapped values over `rows` of `utilities`, in shares; all 0 where
 *  nothing with weight varies. As effective_weights in stats/ranking/dominance.py. */
export function decided(utilities, rows, weights) {
  const k = weights.length;
  const parts = Array.from(weights, (weight, j) => {
    const values = rows.map((row) => utilities[row * k + j]).filter((u) => u === u).map(rounded);
    return values.length ? weight * (Math.max(...values) - Math.min(...values)) : 0;
  });
  const sum = parts.reduce((all, part) => all + part, 0);
  return parts.map((part) => (sum > 0 ? part / sum : 0));
}

/** Whether a weight and the share that it decides differ enough to be told, as in results/weight_shares.py. */
export function differs(weight, share) {
  const distance = Math.abs(share - weight);
  return distance > 0.1 || (Math.max(weight, share) > 1.5 * Math.min(weight, share) && distance > 0.03);
}

/** A share in per cent; halves go to the even number and what is not quite nothing or everything is not shown as
 *  such, as in answers/tradeoff/lead.py. */
export function percent(share) {
  const exact = 100 * share, nearest = Math.round(exact);
  const whole = Math.abs(exact % 1) === 0.5 && nearest % 2 ? nearest - 1 : nearest;
  if ((whole === 0 || whole === 100) && share > 1e-9 && share < 1 - 1e-9) return whole ? "> 99 %" : "< 1 %";
  return `${whole} %`;
}

/** What each group of metrics is called, as in data/registry.py. */
export const NAMES = { forgetting: "Forgetting", privacy: "Privacy", utility: "Usefulness", cost: "Cost", "": "Other metrics" };

/** What each group of metrics weighs, in words; empty where some weight has no group. */
export function sharesText(groups, weights) {
  const shares = new Map(Object.keys(NAMES).map((group) => [group, 0]));
  groups.forEach((group, j) => shares.set(group, (shares.get(group) ?? 0) + weights[j]));
  const some = [...shares].filter(([, share]) => share > 0);
  const texts = some.map(([group, share]) => `${percent(share)} ${NAMES[group].toLowerCase()}`);
  return shares.get("") > 0 ? "" : texts.join(", ");
}

/** Whether two weight vectors are the same to the six decimals that travel. */
export function sameWeights(a, b) {
  for (let i = 0; i < a.length; i++) if (Math.abs(a[i] - b[i]) > 0.5 / ONE + 1e-12) return false;
  return true;
}
