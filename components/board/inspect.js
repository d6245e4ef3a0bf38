// What a bar segment is: one shared tooltip, on hover and on focus. The segments of a single row are real,
// focusable elements laid over its canvas; the arrow keys carry them from row to row (one tab stop in all).

export function makeInspector(root, model, ranking, wake) {
  const board = root.querySelector(".board"), tip = root.querySelector(".tip");
  const holder = ranking.holder;
  let segments = [], active = -1, column = 0;

  function build() {
    segments.forEach((segment) => segment.remove());
    segments = model.metrics.map((metric, j) => {
      const segment = document.createElement("span");
      segment.className = "segment";
      segment.setAttribute("role", "img");
      segment.tabIndex = -1;
      segment.addEventListener("focus", () => { column = j; rove(); show(active, j, segment); });
      segment.addEventListener("blur", hide);
      return segment;
    });
    active = -1;
    column = 0;
  }

  const isFocused = () => root.activeElement !== null && segments.includes(root.activeElement);

  /** Lay the segments over a row's bar (the leader's, unless a reader is inside one) and bring them up to date. */
  function refresh(row = isFocused() && model.ranks[active] ? active : model.order[0]) {
    if (!model.ranked || model.shown[row] < 0) {
      segments.forEach((segment) => segment.remove());
      active = -1;
      return;
    }
    if (row !== active || !segments[0].isConnected) ranking.row(row).bar.append(...segments);
    active = row;
    let from = 0;
    segments.forEach((segment, j) => {
      const part = contribution(row, j);
      segment.style.left = `${from * 100}%`;
      segment.style.width = `${part * 100}%`;
      segment.setAttribute("aria-label", describe(row, j));
      from += part;
    });
    rove();
    if (isFocused()) show(row, column, segments[column]);
  }

  function rove() { segments.forEach((segment, j) => { segment.tabIndex = j === column ? 0 : -1; }); }

  const utility = (row, j) => model.utilities[model.shown[row] * model.weights.length + j];
  const contribution = (row, j) => (model.weights[j] > 0 ? model.weights[j] * utility(row, j) : 0);
  function terms(row, j) {
    const u = utility(row, j), w = model.weights[j];
    const known = u === u ? u.toFixed(3) : "not measured";
    return `weight ${w.toFixed(3)} × utility ${known} = ${contribution(row, j).toFixed(3)}`;
  }
  /** The row, and the checkpoint whose numbers it shows. */
  function named(row) {
    const method = isolate(model.methods[row].label);
    return model.grids ? `${method}: ${isolate(model.grids.labels[model.shown[row]])}` : method;
  }
  function describe(row, j) {
    const metric = model.metrics[j];
    return `${named(row)}, ${isolate(metric.label)}: ${terms(row, j)}`;
  }

  function show(row, j, anchor) {
    const metric = model.metrics[j];
    const [method, which, sum, map] = tip.children;
    method.textContent = named(row);
    which.firstElementChild.style.setProperty("--metric", metric.colour);
    which.lastElementChild.textContent = `${isolate(metric.label)} ${metric.arrow} ${isolate(metric.name)}`;
    sum.textContent = terms(row, j);
    map.textContent = `utility = ${isolate(metric.map)}`;
    tip.hidden = false;
    ranking.slopes.pick(row);
    ranking.redraw();
    const frame = board.getBoundingClientRect(), at = anchor.getBoundingClientRect(), own = tip.getBoundingClientRect();
    const left = Math.max(0, Math.min(frame.width - own.width, (anchor.x ?? at.left + at.width / 2) - frame.left - own.width / 2));
    const above = at.top - own.height - 6 >= 0;
    const top = (above ? at.top - own.height - 6 : at.bottom + 6) - frame.top;
    tip.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
  }

  function hide() {
    tip.hidden = true;
    ranking.slopes.pick(-1);
    ranking.redraw();
    wake();
  }

  function under(event) {
    const bar = event.target.closest?.(".bar"), node = event.target.closest?.(".row");
    if (!bar || !node || node.parentNode !== holder) return null;
    const row = Number(node.dataset.row), box = bar.getBoundingClientRect();
    if (model.shown[row] < 0) return null;
    let left = (event.clientX - box.left) / box.width;
    for (let j = 0; j < segments.length; j++) {
      left -= contribution(row, j);
      if (left < 0 && model.weights[j] > 0) {
        return { row, j, anchor: { x: event.clientX, getBoundingClientRect: () => box } };
      }
    }
    return null;
  }

  const hover = (event) => {
    const hit = under(event);
    if (hit) { show(hit.row, hit.j, hit.anchor); wake(); } else if (!tip.hidden) hide();
  };
  holder.addEventListener("pointermove", (event) => { if (!event.buttons) hover(event); });
  holder.addEventListener("pointerdown", hover);
  holder.addEventListener("pointerleave", (event) => { if (event.pointerType === "mouse") hide(); });

  holder.addEventListener("keydown", (event) => {
    if (!segments.includes(event.target)) return;
    const place = model.order.indexOf(active), end = segments.length - 1;
    const rowSteps = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };
    const columns = { ArrowRight: column + 1, ArrowLeft: column - 1, Home: 0, End: end };
    if (event.key === "Escape") return hide();
    if (event.key in columns) column = Math.max(0, Math.min(end, columns[event.key]));
    else if (event.key in rowSteps) {
      const next = Math.max(0, Math.min(model.ranked - 1, place + rowSteps[event.key]));
      refresh(model.order[next]);
    } else return;
    event.preventDefault();
    ranking.row(active).node.scrollIntoView({ block: "nearest" });
    segments[column].focus({ preventScroll: true });
    wake();
  });

  board.addEventListener("pointerdown", (event) => { if (!holder.contains(event.target)) hide(); });

  function scrolled() {
    if (isFocused()) show(active, column, segments[column]); else hide();
  }

  return { build, refresh, scrolled };
}
