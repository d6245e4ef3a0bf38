// Sentences in the words of words.py: who is first and by how much, or why nobody can be ranked, and what counts twice.

const LISTED = 4; // methods beyond this number are counted, not named
const LEAST = 0.0005; // a smaller lead would show as 0

/** The sentence in parts: texts, and { method: i } or { metric: j } where the name of one stands. `utilities` are those
 *  of what is scored: the methods, or their checkpoints. */
export function leadSentence({ methods, metrics, utilities, weights, scores, order, ranks, ranked }) {
  if (!methods.length) return ["No run matches these filters."];
  if (!ranked) {
    const missing = metrics.map((_, j) => j).filter((j) => weights[j] > 0
      && utilities.every((u, at) => at % metrics.length !== j || Number.isNaN(u)));
    if (!missing.length) {
      return ["Nothing is ranked: every method lacks some of the weighted metrics on the benchmarks shown."];
    }
    const verb = missing.length === 1 ? "is weighted but was" : "are weighted but were";
    return ["Nothing is ranked: ", ...listed(missing.map((metric) => ({ metric }))),
      ` ${verb} not measured for any method shown.`];
  }
  const at = (rank) => [...order].filter((i) => ranks[i] === rank);
  const first = at(1), score = threeDecimals(scores[first[0]]);
  if (ranked === 1) return [...named(first), ` is the only method ranked, with UQS ${score}; there is nothing to compare.`];
  if (first.length > 1) return [...named(first), ` share the lead with UQS ${score}.`];
  const second = at(2), gap = scores[first[0]] - scores[second[0]];
  const by = gap >= LEAST ? threeDecimals(gap) : "less than 0.001";
  return [...named(first), ` leads with UQS ${score}, ${by} ahead of `, ...named(second), "."];
}

/** Which metrics count more than once, because a metric derived from them has weight too; parts as above. */
export function doubledSentences({ metrics, weights }) {
  const alike = new Map();
  metrics.forEach((metric, part) => {
    if (!weights[part]) return;
    const wholes = metrics.map((_, j) => j).filter((j) => weights[j] && metrics[j].parts.includes(metric.id));
    if (wholes.length) alike.set(wholes.join(), [...(alike.get(wholes.join()) ?? []), part]);
  });
  return [...alike].flatMap(([key, parts], i) => {
    const wholes = key.split(",").map((j) => ({ metric: Number(j) })), one = parts.length === 1;
    const names = parts.length <= LISTED ? listed(parts.map((metric) => ({ metric }))) : [`${parts.length} metrics`];
    const times = wholes.length === 1 ? "twice" : `${wholes.length + 1} times`;
    const themselves = one ? "by itself and as a part" : "by themselves and as parts";
    return [`${i ? " " : ""}These weights count `, ...names, ` ${times}: ${themselves} of `, ...listed(wholes), "."];
  });
}

/** Methods by name, or their number where they are many. */
function named(rows) {
  return rows.length <= LISTED ? listed(rows.map((method) => ({ method }))) : [`${rows.length} methods`];
}

/** Names as a list in running text: a, b and c. */
function listed(names) {
  return names.flatMap((name, i) => (i === 0 ? [name] : [i === names.length - 1 ? " and " : ", ", name]));
}
