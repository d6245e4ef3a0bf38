// The ranking pane: one row per method, moved into place by transform.
// Only rows in sight are touched while a hand moves; the others are brought up to date when it rests.

const GLIDE = 70; // milliseconds in which a row covers about two thirds of its way
const OVERSCAN = 160; // pixels above and below the window that count as in sight

/** A link that is followed within the session. */
function linkTo(href, textContent = "", more = {}) {
  const link = Object.assign(document.createElement("a"), { href, textContent, ...more });
  link.dataset.inside = "";
  return link;
}

/** Make a name lead to its page in every suite, where there is one. */
function linkName(label, href) {
  if (!href) return null;
  const link = linkTo(href);
  label.replaceWith(link);
  link.append(label);
  return link;
}

export function makeRanking(root, model) {
  const scroller = root.querySelector(".scroll"), holder = root.querySelector(".rows");
  const grid = root.querySelector(".grid"), board = root.querySelector(".board");
  const slopes = makeSlopes(root), bars = makeBars(root, model);
  const still = window.matchMedia("(prefers-reduced-motion: reduce)");
  const size = { narrow: false, row: 32, top: 0, height: 0, list: 0 };
  let rows = [], target = new Float64Array(0);
  let y = target, placed = target; // where rows are, and where the page last put them
  let version = 0, settled = -1, last = 0, redraw = false;

  function build() {
    const template = root.querySelector("template.method-row");
    for (const row of rows) row.node.remove();
    rows = model.methods.map((method, i) => {
      const node = template.content.firstElementChild.cloneNode(true);
      const part = (selector) => node.querySelector(selector);
      const [label, fragile, checkpoint] = part(".method").children, sign = part(".change").firstChild;
      label.textContent = method.label;
      part(".method").title = method.label;
      const link = linkName(label, method.href);
      node.dataset.method = method.id;
      node.dataset.row = String(i);
      holder.append(node);
      const score = part(".score data");
      return { node, link, sign, fragile, change: part(".change"), rank: part(".rank"), score, interval: part(".interval"), bar: part(".bar"), checkpoint, drawn: -1, texts: {}, step: null };
    });
    target = new Float64Array(rows.length);
    y = new Float64Array(rows.length).fill(NaN);
    placed = new Float64Array(rows.length).fill(NaN);
    slopes.build(rows.length);
    settled = -1;
  }

  /** Take the measures of the pane; the only place that reads the layout. */
  function measure() {
    version++;
    redraw = true;
    size.narrow = board.clientWidth < 560;
    const named = Boolean(model.grids); // a second line names the checkpoint
    size.row = size.narrow ? (named ? 64 : 48) : named ? 44 : rows.length > 40 ? 26 : 34;
    grid.classList.toggle("named", named);
    size.list = size.row * model.ranked;
    grid.style.setProperty("--row", `${size.row}px`);
    grid.classList.toggle("narrow", size.narrow);
    holder.style.height = `${size.list}px`;
    slopes.measure(size, model.ranked);
    size.height = scroller.clientHeight;
    size.top = scroller.scrollTop;
    const visible = rows.find((row) => !row.node.hidden);
    if (visible) bars.measure(visible.bar, Math.min(size.list, size.height + 2 * OVERSCAN));
  }

  /** Where every row belongs in the model's present order. `jump` puts it there without a glide. */
  function place(jump) {
    version++;
    redraw = true;
    let changed = false;
    rows.forEach((row, i) => {
      const gone = model.ranks[i] === 0;
      if (row.node.hidden === gone) return;
      row.node.hidden = gone;
      y[i] = NaN;
      changed = true;
    });
    if (changed) {
      scroller.hidden = slopes.button.hidden = model.ranked === 0;
      measure();
    }
    model.order.forEach((i, p) => {
      target[i] = p * size.row;
      if (jump || still.matches || y[i] !== y[i] || !(inSight(y[i]) || inSight(target[i]))) y[i] = target[i];
    });
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
        y[i] = Math.abs(rest) < 0.5 ? target[i] : y[i] + rest * pull;
        moving ||= y[i] !== target[i];
        redraw = true;
      }
      if (!(inSight(y[i]) || inSight(placed[i]))) continue;
      put(i);
      if (rows[i].drawn !== version) paint(i);
    }
    if (redraw) {
      if (slopes.turned(model)) measure();
      bars.draw(y, Math.max(0, Math.min(size.top - OVERSCAN, size.list - size.height - 2 * OVERSCAN)), size.row);
      slopes.draw(model, y, size, inSight);
    }
    redraw = false;
    return moving;
  }

  function put(i) {
    if (placed[i] === y[i]) return;
    placed[i] = y[i];
    rows[i].node.style.transform = `translateY(${Math.round(y[i] * 4) / 4}px)`;
  }

  function paint(i) {
    const row = rows[i];
    row.drawn = version;
    write(row, "rank", String(model.ranks[i]));
    const step = model.presetRanks[i] ? model.presetRanks[i] - model.ranks[i] : Infinity;
    if (step !== row.step) {
      row.step = step;
      const [sign, words, kind] = change(step);
      row.sign.textContent = sign;
      row.change.setAttribute("aria-label", words);
      row.sign.className = kind;
    }
    write(row, "checkpoint", model.grids && model.shown[i] >= 0 ? model.grids.labels[model.shown[i]] : "");
    write(row, "fragile", fragile(model, i));
    write(row, "score", threeDecimals(model.scores[i]));
    write(row, "interval", beside(model, i) || "…");
  }

  function change(step) {
    if (step === Infinity) return ["new", "not ranked under the preset", "rose"];
    if (step === 0) return ["=", "same rank as under the preset", "same"];
    return step > 0 ? [`▲${step}`, `up ${step}`, "rose"] : [`▼${-step}`, `down ${-step}`, "fell"];
  }

  function write(row, part, text) {
    if (row.texts[part] === text) return;
    row.texts[part] = text;
    row[part].textContent = text;
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
      put(i);
      if (row.drawn !== version) paint(i);
      row.node.setAttribute("aria-rowindex", String(p + 2));
      row.score.value = String(model.scores[i]);
      row.bar.setAttribute("aria-label", contributions(i));
    });
    grid.setAttribute("aria-rowcount", String(model.ranked + 1));
    rove(rows.find((row) => row.node === focused) ?? rows[model.order[0]]);
  }

  /** One tab stop in all names, as in all bars: the arrow keys go from row to row. */
  function rove(stop) { for (const row of rows) if (row.link) row.link.tabIndex = row === stop ? 0 : -1; }

  holder.addEventListener("keydown", (event) => {
    const at = rows.findIndex((row) => row.link && row.link === event.target);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (at < 0 || !step) return;
    event.preventDefault();
    const next = rows[model.order[Math.max(0, Math.min(model.ranked - 1, model.order.indexOf(at) + step))]];
    rove(next);
    next.node.scrollIntoView({ block: "nearest" });
    next.link.focus({ preventScroll: true });
  });

  function contributions(i) {
    const k = model.weights.length, own = model.shown[i];
    return model.metrics
      .map((metric, j) => model.weights[j] > 0
        ? `${isolate(metric.label)} ${(model.weights[j] * model.utilities[own * k + j]).toFixed(3)}` : "")
      .filter(Boolean).join(", ");
  }

  return {
    build, measure, place, frame, settle, size, scroller, holder, slopes,
    row: (i) => rows[i],
    wake() { last = 0; },
    redraw() { redraw = true; },
    emphasise(j) { redraw = bars.emphasise(j) || redraw; },
    scrolled() {
      size.top = scroller.scrollTop;
      rows.forEach((_, i) => { if (model.ranks[i]) put(i); });
      redraw = true;
    },
  };
}

/** The mark of a lead that little weight would topple; not known while the weights are on the move. */
function fragile(model, i) {
  return model.dirty || model.ranks[i] !== 1 ? "" : model.fragile;
}

/** What stands beside the score of row i: the expected best of equal tries, the interval of its rank, or why there is none;
 *  empty while the weights are others than those it was computed for. */
function beside(model, i) {
  if (model.instead || model.dirty) return model.instead;
  if (!model.expected) return interval(model.intervals?.[i]);
  return model.expected[i] === null ? "fewer tries" : threeDecimals(model.expected[i]);
}

function interval(ranks) {
  return ranks ? [...new Set(ranks)].join("–") : "–";
}
