return x.map(({base, locked, own, value}) => {
  const move = (v) => [...m.moveWeights(Int32Array.from(base), locked, own, v)];
  return {next: move(value), ends: [move(-1e6), move(2e6)], reach: m.reach(base, locked, own)};
})
