// The board's weights by what they are for: one slider moves them between the two axes, a button takes a preset.
// Verdict, shares of the groups, lines of equal score and best mark follow the hand.
//
// While a hand moves nothing is sent. On release one `commit` goes to Python with a rising number `seq`; data that
// answers an older number is not allowed to move the weights back. A new `token` is a new session: it always counts.

const DEBOUNCE = 350; // milliseconds of quiet after a key before the weights are sent
const shares = new WeakMap();

export default function ({ parentElement, data, setTriggerValue }) {
  let live = shares.get(parentElement);
  if (!live) shares.set(parentElement, live = makeLive(parentElement));
  live.update(data, (value) => setTriggerValue("commit", value));
  inPlace(parentElement);
  return () => {
    live.close();
    shares.delete(parentElement);
  };
}

function makeLive(root) {
  const find = (selector) => root.querySelector(selector);
  const lines = find(".lines"), slider = find("input"), status = find("[role=status]"), presets = find(".presets");
  const drawing = makeDrawing(find(".live"));
  let data = null, send = null, utilities = null, x = [], y = [];
  let weights = [], known = [], start = null; // now; what Python has or will have; at the start of a gesture
  let seq = 0, token = null, timer = 0, keys = false, spoken = null;

  function update(next, sender) {
    [data, send] = [next, sender];
    const place = (id) => data.metrics.indexOf(id);
    [x, y] = data.axes.map((axis) => axis.metrics.map(place));
    utilities = Float64Array.from(data.utilities.flat(), (u) => u ?? NaN);
    if (data.token !== token || data.seq >= seq || known.length !== data.metrics.length) {
      [token, seq] = [data.token, data.seq];
      known = data.metrics.map((id) => data.weights[id] ?? 0);
      if (!start) weights = known;
    }
    find(".share").hidden = !data.turns;
    slider.min = data.least;
    slider.max = data.most;
    [1, 0].forEach((axis, i) => { root.querySelectorAll("label bdi")[i].textContent = data.axes[axis].name; });
    slider.setAttribute("aria-label", `Share of weight on ${data.axes[0].name}, the rest on ${data.axes[1].name}`);
    find(".groups a").href = data.board;
    if (presets.children.length !== data.presets.length) presets.replaceChildren(...data.presets.map(presetButton));
    show();
    rest();
  }

  const vectorOf = (preset) => data.metrics.map((id) => preset.weights[id] ?? 0);

  function presetButton({ name, label }) {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: label });
    button.addEventListener("click", () => {
      clearTimeout(timer);
      [timer, start] = [0, null];
      weights = known = vectorOf(data.presets.find((p) => p.name === name));
      seq += 1;
      send({ seq, preset: name });
      show();
      rest();
    });
    return button;
  }

  function show() {
    const n = data.methods.length, best = bestRows(utilities, weights, n);
    const share = data.turns ? shareOf(weights, x, y) : null;
    find(".groups span").textContent = sharesText(data.groups, weights) && `Of all weight: ${sharesText(data.groups, weights)}.`;
    [...presets.children].forEach((button, i) => button.setAttribute("aria-pressed", String(sameWeights(vectorOf(data.presets[i]), weights))));
    const said = data.turns ? [verdictAt(data, best, leadingRows(utilities, weights, n, data.grids)), ...data.lines.slice(1)] : data.lines;
    lines.replaceChildren(...said.map((text) => Object.assign(document.createElement("p"), { textContent: text })));
    if (data.turns) {
      slider.value = String(100 * share);
      const [mine, rest] = [share, 1 - share].map(percent);
      root.querySelectorAll("output").forEach((out, i) => { out.textContent = i ? mine : rest; });
      slider.setAttribute("aria-valuetext", `${mine} on ${data.axes[0].name}, ${rest} on ${data.axes[1].name}: ${said[0]}`);
    }
    drawing.draw({
      figure: data.figure, methods: data.methods, share, best, lines: data.turns,
      exact: data.exact, written: data.written,
    });
  }

  /** Tell screen readers the outcome once a hand has let go; the first view is read as the page is. */
  function rest() {
    const verdict = lines.firstChild?.textContent;
    if (spoken !== null && spoken !== verdict) status.textContent = verdict;
    spoken = verdict;
  }

  function commit() {
    clearTimeout(timer);
    timer = 0;
    if (!start) return;
    start = null;
    if (sameWeights(weights, known)) {
      weights = known; // also takes over what arrived from outside meanwhile
      show();
      return;
    }
    known = weights;
    seq += 1;
    const sent = {};
    toMillionths(known).forEach((m, k) => { if (m) sent[data.metrics[k]] = m / ONE; });
    send({ seq, weights: sent });
    rest();
  }

  slider.addEventListener("input", () => {
    start ??= toMillionths(weights);
    weights = Array.from(turned(start, x, y, Number(slider.value) / 100), (m) => m / ONE);
    show();
  });
  slider.addEventListener("keydown", () => { keys = true; });
  slider.addEventListener("pointerdown", () => { keys = false; });
  slider.addEventListener("change", () => {
    clearTimeout(timer);
    if (keys) timer = setTimeout(commit, DEBOUNCE);
    else commit();
  });
  slider.addEventListener("blur", commit);

  // the chart comes after this part, and again when its figure changes
  const watcher = new MutationObserver(drawing.refresh);
  watcher.observe(document.querySelector("[data-testid=stMain]") ?? document.body, { childList: true, subtree: true });

  function close() {
    clearTimeout(timer);
    watcher.disconnect();
    drawing.close();
  }

  return { update, close };
}
