return x.map(({metrics, methods, members, ...given}) => {
  const weights = Float64Array.from(metrics, (metric) => given.weights[metric.id] ?? 0), n = methods.length;
  const utilities = Float64Array.from(given.utilities.flat(), (u) => u ?? NaN);
  const each = m.scoreAll(utilities, weights, new Float64Array(given.utilities.length));
  const kept = each.map((score, i) => given.passes[i] ? score : NaN), shown = new Int32Array(n);
  const scores = members ? m.scoreGrids({members}, kept, new Float64Array(n), shown) : kept;
  const order = m.sortByScore(Int32Array.from({length: n}, (_, i) => i), scores), ranks = new Int32Array(n);
  const ranked = m.rankAll(order, scores, ranks), sent = {};
  m.toMillionths(weights).forEach((w, j) => { if (w) sent[metrics[j].id] = w / m.ONE; });
  const rows = [...order].filter((i) => ranks[i]).map((i) => members ? shown[i] : i);
  const decided = m.decided(utilities, rows, weights);
  const told = decided.map((part, j) => decided.some(Boolean) && m.differs(weights[j], part) ? [[metrics[j].id, `decides ${m.percent(part)}`]] : []);
  return {told: Object.fromEntries(told.flat()), scores: [...scores].map((s) => s === s ? s : null), order: [...order], ranks: [...ranks], ranked,
    shown: [...shown], texts: [...scores].map((s) => s === s ? m.threeDecimals(s) : ""), sent,
    shares: m.sharesText(metrics.map((metric) => metric.group), weights)};
})
