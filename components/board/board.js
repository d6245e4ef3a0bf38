// The board itself: what is shown, gestures, and the exchange with Python.
//
// While a hand moves nothing is sent. On release one `commit` goes to Python with a rising number `seq`; data that
// answers an older number is not allowed to move the weights back. A new `token` is a new session: it always counts.
// Of several keys in a row the first is sent at once and the others together; until then they are one gesture.

const QUIET = 350; // milliseconds without a key after which those pressed are sent, and their gesture ends
const MORE = "more:", CUSTOM = "custom:"; // entries of the lists that are no presets, whose names have no colon
const boards = new WeakMap();

export default function (component) {
  const { parentElement, data, setTriggerValue } = component;
  let board = boards.get(parentElement);
  if (!board || !board.isConnected()) {
    board?.close();
    board = makeBoard(parentElement);
    boards.set(parentElement, board);
  }
  board.update(data, (value) => {
    setTriggerValue("commit", value);
    document.dispatchEvent(new Event("committed")); // what follows it asks for itself (later.js)
  });
  inPlace(parentElement);
  return () => {
    board.close();
    boards.delete(parentElement);
  };
}

function makeBoard(root) {
  const find = (selector) => root.querySelector(selector);
  const element = find(".board"), reset = find(".reset"), shares = find(".told");
  const make = find(".make"), give = find(".give");
  const [select, rules] = root.querySelectorAll(".preset select"), rule = find(".rule");
  const model = {
    metrics: [], methods: [], utilities: new Float64Array(0), weights: new Float64Array(0),
    scores: new Float64Array(0), order: new Int32Array(0), ranks: new Int32Array(0), ranked: 0,
    preset: new Float64Array(0), presetRanks: new Int32Array(0), presetLabel: "", intervals: null, expected: null, over: "", dirty: false,
    // where methods have several checkpoints: `utilities` has a row for each of these, `shown` is the one in a row
    grids: null, checkpoints: 0, shown: new Int32Array(0), plain: "", fragile: "", noun: "method",
    // `limits` are the values of the floors now, `fell` how many are below one, `below` the rows that have no rank for it
    floors: [], limits: [], fell: 0, below: new Uint8Array(0), weak: [],
  };
  const ranking = makeRanking(root, model);
  const inspector = makeInspector(root, model, ranking, wake);
  const words = makeWords(root, model);
  const floors = makeFloors(root, model, {
    move(f, value) {
      hand.hurry();
      raising = true;
      refloor(Object.assign([...model.limits], { [f]: value }));
    },
    release(later) {
      clearTimeout(floorTimer);
      if (!raising) return;
      if (later) floorTimer = setTimeout(tellFloors, QUIET);
      else tellFloors();
    },
    add(id) { tellFloors({ [id]: 0.5 }); },
    back() {
      refloor(data.floors.map((floor) => floor.usual));
      tellFloors();
    },
  });
  let data = null, send = null, rows = [], locked = new Uint8Array(0), shape = "", dark = null;
  let known = new Float64Array(0); // the weights Python has, or that are on their way to it
  let before = new Float64Array(0); // the last weights of which more than one could move: the way back from one alone
  let flipped = null; // the way back, { weights, preset } before, from `after`, at which another leads
  let legend = [], opened = false; // whether the reader asked for the rules
  let gesture = null; // { start, base } while a hand is at work; `sent` once Python knows of it
  let seq = 0, token = null, chosen = ""; // number of the last commit, session, preset last asked for
  let raising = false, floorTimer = 0; // whether a hand is on a floor that Python does not know yet
  let timer = 0, request = 0, stale = false, rested = false, values = "";

  const hand = {
    take() {
      gesture ??= { start: model.weights, base: toMillionths(model.weights) };
      words.undone(null);
    },
    set(j, value) {
      hand.take();
      const next = moveWeight(gesture.base, locked, j, value, before);
      use(next[j] === gesture.base[j] ? gesture.start : Float64Array.from(next, (m) => m / ONE));
    },
    release(later) {
      clearTimeout(timer);
      timer = later ? setTimeout(commit, QUIET) : 0;
      if (!later) commit();
      else if (gesture && !gesture.sent && moved()) {
        gesture.sent = true;
        tell(currentPreset());
      }
    },
    hurry() { if (timer) commit(); },
    revert() {
      if (gesture) use(gesture.start);
      commit();
    },
    lock(j) {
      hand.hurry();
      locked[j] = 1 - locked[j];
      paintLocks(rows, model.weights, locked, model.preset);
    },
    point(j) { ranking.emphasise(j); wake(); },
    value: (j) => Math.round(model.weights[j] * ONE),
    text: (j) => model.weights[j].toFixed(3),
    most: (j) => reach(toMillionths(model.weights), locked, j)[1] / ONE,
  };

  function use(weights) {
    if (weights === model.weights) return;
    model.weights = weights;
    stale = true;
    wake();
  }

  /** Whether the hand has made weights that Python does not know. */
  function moved() {
    if (!gesture || sameWeights(model.weights, known)) return false;
    return gesture.sent || model.weights !== gesture.start;
  }

  /** The hand has let go: tell Python what it does not know yet. */
  function commit() {
    clearTimeout(timer);
    timer = 0;
    const change = moved();
    gesture = null;
    rested = false;
    if (change) tell(currentPreset());
    else use(known); // also takes over what arrived from outside meanwhile
    wake();
  }

  /** Send the weights, by the preset's name where they are a preset's. */
  function tell(preset) {
    if (preset) {
      chosen = preset.name;
      use(Float64Array.from(preset.weights));
    }
    keep(model.weights);
    seq += 1;
    if (preset) return send({ seq, preset: preset.name });
    const weights = {};
    toMillionths(known).forEach((m, j) => { if (m) weights[model.metrics[j].id] = m / ONE; });
    return send({ seq, weights });
  }

  function refloor(limits) {
    model.limits = limits;
    rankPreset();
    stale = true;
    wake();
  }

  /** Send the floors, with one that is new. */
  function tellFloors(more = {}) {
    clearTimeout(floorTimer);
    raising = false;
    hand.hurry();
    seq += 1;
    const set = Object.fromEntries(model.floors.map(({ id }, f) => [id, model.limits[f]]).filter(([, value]) => value > 0));
    send({ seq, floors: { ...set, ...more } });
  }

  /** Note weights that Python has. */
  function keep(weights) {
    known = weights;
    if (before.length !== weights.length || weights.filter((w, j) => w > 0 && !locked[j]).length > 1) before = weights;
  }

  function currentPreset() {
    const same = data.presets.filter((p) => sameWeights(p.weights, model.weights));
    return same.find((p) => p.name === chosen) ?? same.find((p) => p.name === data.preset) ?? same[0];
  }

  /** Replace all weights at once; no lock can hold then. */
  function replace(preset, weights) {
    clearTimeout(timer);
    timer = 0;
    gesture = null;
    locked.fill(0);
    rested = opened = false;
    words.undone(null);
    if (weights) use(weights);
    tell(preset);
  }

  function update(next, sender) {
    send = sender;
    const nextShape = JSON.stringify([next.metrics, next.methods]), shade = isDark(element);
    const rebuilt = nextShape !== shape || shade !== dark;
    const inOrder = (weights) => Float64Array.from(next.metrics, (metric) => weights[metric.id] ?? 0);
    data = {
      ...next, weights: inOrder(next.weights), presets: next.presets.map((p) => ({ ...p, weights: inOrder(p.weights) })),
      flip: next.flip && { ...next.flip, weights: inOrder(next.flip.weights) },
    };
    const reference = data.presets.find((p) => p.name === next.preset);
    model.utilities = Float64Array.from(next.utilities.flat(), (u) => u ?? NaN);
    [model.grids, model.checkpoints] = [next.grids, next.utilities.length];
    model.shown = Int32Array.from(next.methods, (_, i) => i);
    model.plain = getComputedStyle(element).getPropertyValue("--muted");
    model.preset = reference.weights;
    model.presetLabel = reference.label;
    [model.intervals, model.instead] = [next.intervals, next.instead];
    find(".grid").classList.toggle("no-intervals", Boolean(next.instead));
    find(".head .over").textContent = model.over = next.over;
    find(".head .over").title = next.spoken;
    find(".head .help")?.remove();
    if (next.help) find(".head .interval").append(" ", linkTo(next.help, "?", { className: "help", ariaLabel: "What this column means" }));
    [model.fragile, model.expected, model.noun] = [next.fragile, next.expected, next.noun];
    words.follow(next.follows, next.sure, next.plan);
    find(".told a")?.remove();
    if (next.tradeoff) shares.append(linkTo(next.tradeoff, "The trade-off with these weights"));
    find(".take").hidden = !next.picture;
    find(".others")?.remove();
    if (next.others) find(".flip").append(linkTo(next.others, "How each could lead", { className: "others" }));
    model.weak = next.weak;
    const sameFloors = next.floors.map((floor) => floor.id).join() === model.floors.map((floor) => floor.id).join();
    model.floors = next.floors;
    if (!raising && next.seq >= seq || next.token !== token || !sameFloors) {
      raising = false;
      model.limits = next.floors.map((floor) => floor.value);
    }
    floors.build(next.further);
    if (rebuilt) {
      [shape, dark, gesture] = [nextShape, shade, null];
      build();
    }
    if (next.token !== token || next.seq >= seq || known.length !== data.weights.length) {
      const away = !rebuilt && next.token === token && next.seq === seq && !sameWeights(known, data.weights)
        && values === JSON.stringify(next.utilities);
      [token, seq] = [next.token, next.seq];
      keep(data.weights);
      if (!gesture) model.weights = known;
      if (away) words.undone(currentPreset()?.label ?? "");
    }
    values = JSON.stringify(next.utilities);
    fillPresets();
    rankPreset();
    compute();
    paintFlip();
    ranking.measure();
    ranking.place(rebuilt);
    paintLocks(rows, model.weights, locked, model.preset);
    wake();
  }

  function build() {
    const { metrics, methods } = data;
    if (metrics.map((m) => m.id).join() !== model.metrics.map((m) => m.id).join()) {
      locked = new Uint8Array(metrics.length);
      before = new Float64Array(0);
    }
    model.metrics = metrics.map((metric) => ({ ...metric, colour: dark ? metric.dark : metric.light }));
    model.methods = methods;
    model.scores = new Float64Array(methods.length);
    model.ranks = new Int32Array(methods.length);
    model.presetRanks = new Int32Array(methods.length);
    model.order = Int32Array.from(methods, (_, i) => i);
    rows = makeWeightRows(root, model.metrics, hand);
    foldWeights(root, rows, data.weights, true);
    legend = model.metrics.map((metric, j) => legendEntry(metric, j, hand));
    find(".legend").replaceChildren(...legend);
    ranking.build();
    inspector.build();
  }

  function fillPresets() {
    const option = (p) => new Option(isolate(p.label), p.name);
    const silent = (text, value) => Object.assign(new Option(text, value), { disabled: true });
    const first = data.presets.filter(isFirst), others = data.presets.filter((p) => !isFirst(p));
    const more = others.length ? [new Option("More rules…", MORE)] : [];
    select.replaceChildren(...first.map(option), ...data.unfit.map((text) => silent(isolate(text), "")), ...more,
      silent("Custom", CUSTOM));
    rules.replaceChildren(silent("Choose…", CUSTOM), ...others.map(option));
    reset.setAttribute("aria-label", `Reset the weights to ${isolate(model.presetLabel)}`);
    reset.title = `Back to ${isolate(model.presetLabel)}`;
  }

  /** Presets by purpose come first, and the one of a first visit; the others stand behind one more step. */
  function isFirst(preset) { return preset.purpose || preset.name === data.preset; }

  /** The smallest change that makes another method lead, or the way back from it. */
  function paintFlip() {
    const back = flipped !== null && sameWeights(flipped.after, model.weights);
    make.hidden = back || !data.flip;
    give.hidden = !back;
    find(".done").textContent = back ? flipped.done : "";
  }

  function showPreset() {
    const preset = currentPreset(), behind = preset ? !isFirst(preset) : false;
    rule.hidden = !(behind || opened);
    select.value = !rule.hidden ? MORE : preset?.name ?? CUSTOM;
    rules.value = behind ? preset.name : CUSTOM;
    showShares(preset);
  }

  /** What the weights give: the preset's own words, of other weights what each group has. */
  function showShares(preset) {
    const text = preset ? preset.told : sharesText(model.metrics.map((metric) => metric.group), model.weights);
    if (shares.firstChild.textContent !== text) shares.firstChild.textContent = text;
  }

  /** Ranks under the preset, with the floors as they are: what the weights changed is counted against them. */
  function rankPreset() {
    const n = data.methods.length, order = Int32Array.from(data.methods, (_, i) => i);
    model.presetRanks.fill(0);
    score(model.preset, new Float64Array(n), order, model.presetRanks, new Int32Array(n));
    ranking.slopes.begin(order, model.presetRanks);
  }

  function score(weights, scores, order, ranks, shown) {
    const own = scoreAll(model.utilities, weights, model.grids ? new Float64Array(model.checkpoints) : scores);
    const known = own.map((s) => (s === s ? 1 : 0)), below = takeBelow(model.floors, model.limits, own);
    model.fell = below.reduce((sum, b) => sum + b, 0);
    if (model.grids) scoreGrids(model.grids, own, scores, shown);
    model.below = Uint8Array.from(data.methods, (_, i) => {
      const members = (model.grids ? model.grids.members[i] : [i]).filter((c) => known[c]);
      return Number(members.length > 0 && members.every((c) => below[c]));
    });
    data.methods.forEach((method, i) => { if (method.incomplete !== null && !lacks(i)) scores[i] = NaN; });
    return rankAll(sortByScore(order, scores), scores, ranks);
  }

  /** Whether a utility of row i is missing, in all its checkpoints where it has several. A method that Python calls incomplete although it lacks none cannot be
   *  ranked under any weighting; one that lacks some can, once nothing it lacks has weight. */
  function lacks(i) {
    const k = data.metrics.length, own = model.grids ? model.grids.members[i] : [i];
    return own.every((c) => model.utilities.subarray(c * k, (c + 1) * k).some((u) => u !== u));
  }

  function compute() {
    stale = false;
    rested = false;
    const ranked = model.ranked;
    model.ranked = score(model.weights, model.scores, model.order, model.ranks, model.shown);
    model.dirty = !sameWeights(model.weights, data.weights) || data.floors.some(({ value }, f) => value !== model.limits[f]);
    element.classList.toggle("dirty", model.dirty);
    if (model.ranked !== ranked) words.leaveOut();
    legend.forEach((entry, j) => { if (entry.hidden === model.weights[j] > 0) entry.hidden = !entry.hidden; });
    words.say();
    floors.paint();
    showShares(currentPreset());
  }

  function wake() {
    if (request) return;
    ranking.wake();
    request = requestAnimationFrame(frame);
  }

  function frame(now) {
    request = 0;
    if (stale) { compute(); ranking.place(false); }
    paintWeights(rows, model.weights, model.preset, false);
    if (ranking.frame(now)) request = requestAnimationFrame(frame);
    else if (!gesture && !rested) rest();
  }

  /** Nothing moves and no hand is at work: see to what readers need at rest only. */
  function rest() {
    rested = true;
    ranking.settle();
    inspector.refresh();
    paintWeights(rows, model.weights, model.preset, true);
    paintLocks(rows, model.weights, locked, model.preset);
    foldWeights(root, rows, model.weights, Boolean(currentPreset()));
    showPreset();
    find("output").textContent = (toMillionths(model.weights).reduce((a, b) => a + b, 0) / ONE).toFixed(3);
    words.leaveOut();
    words.announce();
  }

  function resized() {
    if (!data) return;
    ranking.measure();
    ranking.place(true);
    wake();
  }

  for (const list of [select, rules]) {
    list.addEventListener("change", () => {
      const preset = data.presets.find((p) => p.name === list.value);
      if (preset) return replace(preset);
      opened = true;
      showPreset();
      rules.focus();
    });
  }
  make.addEventListener("click", () => {
    hand.hurry();
    flipped = { preset: currentPreset(), weights: known, after: data.flip.weights, done: data.flip.done };
    replace(undefined, flipped.after);
    give.focus();
  });
  give.addEventListener("click", () => replace(flipped.preset, flipped.preset ? undefined : flipped.weights));
  reset.addEventListener("click", () => replace(data.presets.find((p) => p.name === data.preset)));
  find(".notice button").addEventListener("click", () => {
    const parts = measuredOnly(model.utilities, model.weights, model.checkpoints);
    replace(undefined, Float64Array.from(parts, (m) => m / ONE));
  });
  ranking.slopes.button.addEventListener("click", () => {
    ranking.slopes.toggle(ranking.size.narrow);
    resized();
  });
  for (const button of root.querySelectorAll(".take button")) {
    button.addEventListener("click", async () => {
      hand.hurry();
      const { color, fontFamily } = getComputedStyle(element);
      const ground = getComputedStyle(find(".head")).backgroundColor;
      const look = { ink: color, ground, font: fontFamily, face: await typeface() };
      await savePicture(rankingPicture(model, data.picture, look), data.picture.file, button.dataset.ending);
    });
  }
  ranking.scroller.addEventListener("scroll", () => { ranking.scrolled(); inspector.scrolled(); wake(); }, { passive: true });
  const watcher = new ResizeObserver(resized);
  watcher.observe(element);
  watcher.observe(ranking.scroller);

  function close() {
    watcher.disconnect();
    cancelAnimationFrame(request);
    clearTimeout(timer);
    clearTimeout(floorTimer);
  }

  return { update, close, isConnected: () => element.isConnected };
}

function legendEntry(metric, j, hand) {
  const entry = document.createElement("li"), swatch = document.createElement("i"), name = document.createElement("bdi");
  swatch.className = "swatch";
  entry.style.setProperty("--metric", metric.colour);
  entry.title = metric.name;
  name.textContent = metric.label;
  entry.append(swatch, name);
  entry.addEventListener("pointerenter", (event) => { if (event.pointerType === "mouse" && !event.buttons) hand.point(j); });
  entry.addEventListener("pointerleave", () => hand.point(-1));
  return entry;
}

/** Light text means a dark page. */
function isDark(element) {
  const [r, g, b] = getComputedStyle(element).color.match(/[\d.]+/g).map(Number);
  return 0.299 * r + 0.587 * g + 0.114 * b > 140;
}
