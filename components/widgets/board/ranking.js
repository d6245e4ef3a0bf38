// The ranking pane: one row per method, moved into place by transform, its bar drawn on a small canvas.
// Only rows in sight are redrawn while a hand moves; the others are brought up to date when it rests.

const GLIDE = 70; // milliseconds in which a row covers about two thirds of its way
const OVERSCAN = 120; // pixels above and below the window that count as in sight
const isSame = (a, b) => a === b || (a !== a && b !== b);

export function makeRanking(root, model) {
  const scroller = root.querySelector(".scroll"), holder = root.querySelector(".rows");
  const grid = root.querySelector(".grid");
  const slopes = makeSlopes(root);
  const still = window.matchMedia("(prefers-reduced-motion: reduce)");
  const size = { narrow: false, row: 32, bar: 0, barHeight: 16, ratio: 1, top: 0, height: 0 };
  let rows = [], y = new Float64Array(0), target = new Float64Array(0);
  let version = 0, settled = -1, last = 0, emphasis = -1;

  function build() {
    const template = root.querySelector("template.method-row");
    for (const row of rows) row.node.remove();
    rows = model.methods.map((method, i) => {
      const node = template.content.firstElementChild.cloneNode(true);
      const part = (selector) => node.querySelector(selector);
      const label = part(".method bdi");
      label.textContent = method.label;
      part(".method").title = method.label;
      node.dataset.method = method.id;
      node.dataset.row = String(i);
      const [sign, words] = part(".change").children;
      holder.append(node);
      return {
        node, sign, words, rank: part(".rank"), score: part(".score data"), interval: part(".interval"),
        bar: part(".bar"), canvas: part("canvas"), ink: null, drawn: -1, texts: {},
      };
    });
    y = new Float64Array(rows.length).fill(NaN);
    target = new Float64Array(rows.length);
    slopes.build(rows.length);
    settled = -1;
  }

  /** Take the measures of the pane; the only place that reads the layout. */
  function measure() {
    size.narrow = root.querySelector(".board").clientWidth < 560;
    size.row = size.narrow ? 48 : rows.length > 40 ? 26 : 34;
    grid.style.setProperty("--row", `${size.row}px`);
    grid.classList.toggle("narrow", size.narrow);
    holder.style.height = `${size.row * model.ranked}px`;
    const first = rows.find((row) => !row.node.hidden);
    size.bar = first ? first.canvas.parentElement.clientWidth : 0;
    size.barHeight = first ? first.canvas.clientHeight : 0;
    size.ratio = window.devicePixelRatio || 1;
    size.height = scroller.clientHeight;
    size.top = scroller.scrollTop;
    slopes.measure(size, model.ranked);
    version++;
  }

  /** Where every row belongs in the model's present order. `jump` puts it there without a glide. */
  function place(jump) {
    version++;
    let changed = false;
    rows.forEach((row, i) => {
      const gone = model.ranks[i] === 0;
      if (row.node.hidden === gone) return;
      row.node.hidden = gone;
      y[i] = NaN;
      changed = true;
    });
    if (changed) {
      scroller.hidden = model.ranked === 0;
      measure();
    }
    model.order.forEach((i, p) => { target[i] = p * size.row; });
    rows.forEach((row, i) => {
      if (jump || still.matches || isSame(y[i], NaN) || !(inSight(y[i]) || inSight(target[i]))) moveTo(i, target[i]);
    });
  }

  function moveTo(i, place) {
    if (y[i] === place) return;
    y[i] = place;
    rows[i].node.style.transform = `translateY(${Math.round(place * 4) / 4}px)`;
  }

  const inSight = (at) => at + size.row > size.top - OVERSCAN && at < size.top + size.height + OVERSCAN;

  /** Draw one frame at time `now`; says whether rows are still on their way. */
  function frame(now) {
    const passed = last ? Math.min(50, Math.max(0, now - last)) : 16;
    const pull = 1 - Math.exp(-passed / GLIDE);
    last = now;
    let moving = false;
    for (let i = 0; i < rows.length; i++) {
      if (model.ranks[i] === 0) continue;
      const rest = target[i] - y[i];
      if (rest !== 0) {
        moveTo(i, Math.abs(rest) < 0.5 ? target[i] : y[i] + rest * pull);
        moving ||= y[i] !== target[i];
      }
      if (rows[i].drawn !== version && (inSight(y[i]) || inSight(target[i]))) paint(i);
    }
    slopes.draw(model, y, size, inSight);
    return moving;
  }

  function paint(i) {
    const row = rows[i];
    row.drawn = version;
    write(row, "rank", String(model.ranks[i]));
    const step = model.presetRanks[i] ? model.presetRanks[i] - model.ranks[i] : NaN;
    if (!isSame(step, row.step)) {
      row.step = step;
      row.sign.textContent = step > 0 ? `▲${step}` : step < 0 ? `▼${-step}` : step === 0 ? "=" : "new";
      row.words.textContent = step > 0 ? `up ${step}` : step < 0 ? `down ${-step}` : step === 0 ? "same rank as the preset" : "not ranked under the preset";
      row.sign.className = step > 0 ? "rose" : step < 0 ? "fell" : "same";
    }
    write(row, "score", model.scores[i].toFixed(3));
    const interval = model.dirty ? "…" : model.intervals?.[i] ? model.intervals[i].join("–") : "–";
    write(row, "interval", interval);
    drawBar(row, i);
  }

  function write(row, part, text) {
    if (row.texts[part] === text) return;
    row.texts[part] = text;
    row[part].textContent = text;
  }

  function drawBar(row, i) {
    const { ratio } = size, width = Math.round(size.bar * ratio), height = Math.round(size.barHeight * ratio);
    if (!row.ink) row.ink = row.canvas.getContext("2d");
    if (row.canvas.width !== width || row.canvas.height !== height) {
      row.canvas.width = width;
      row.canvas.height = height;
    } else row.ink.clearRect(0, 0, width, height);
    const { weights, utilities, metrics } = model, k = weights.length, gap = Math.max(1, ratio);
    let from = 0;
    for (let j = 0; j < k; j++) {
      if (!(weights[j] > 0)) continue;
      const to = from + weights[j] * utilities[i * k + j] * width;
      const span = to - from;
      row.ink.globalAlpha = emphasis >= 0 && emphasis !== j ? 0.22 : 1;
      row.ink.fillStyle = metrics[j].colour;
      row.ink.fillRect(from, 0, span > 4 * gap ? span - gap : span, height);
      from = to;
    }
  }

  /** When nothing moves: bring every row up to date and put the rows of the page in order of rank for readers
   *  who go through them one by one. A focused row stays where it is and the others go around it. */
  function settle() {
    if (settled === version) return;
    settled = version;
    const focused = rows.find((row) => row.node.contains(root.activeElement))?.node;
    let before = Boolean(focused);
    model.order.forEach((i, p) => {
      const row = rows[i];
      if (row.node === focused) before = false;
      else if (before) holder.insertBefore(row.node, focused);
      else holder.append(row.node);
      if (model.ranks[i] === 0) return;
      if (row.drawn !== version) paint(i);
      row.node.setAttribute("aria-rowindex", String(p + 2));
      row.score.value = String(model.scores[i]);
      row.bar.setAttribute("aria-label", contributions(i));
    });
    grid.setAttribute("aria-rowcount", String(model.ranked + 1));
  }

  function contributions(i) {
    const k = model.weights.length;
    return model.metrics
      .map((metric, j) => model.weights[j] > 0
        ? `${isolate(metric.label)} ${(model.weights[j] * model.utilities[i * k + j]).toFixed(3)}` : "")
      .filter(Boolean).join(", ");
  }

  return {
    build, measure, place, frame, settle, size, scroller, holder, slopes,
    row: (i) => rows[i],
    scrolled() { size.top = scroller.scrollTop; },
    emphasise(j) { if (j !== emphasis) { emphasis = j; version++; } },
    wake() { last = 0; },
  };
}
