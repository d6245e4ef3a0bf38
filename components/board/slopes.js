// Slope lines beside the ranking: from each method's place under the preset to its place now.

const MARGIN = 22; // room for the preset rank at the left end

export function makeSlopes(root) {
  const picture = root.querySelector(".lines"), grid = root.querySelector(".grid");
  const button = root.querySelector(".slopes");
  const paths = Object.fromEntries(["same", "fell", "rose", "picked"].map((kind) => [kind, picture.querySelector(`.${kind}`)]));
  const origins = picture.querySelector(".origins");
  let labels = [], places = new Int32Array(0), wanted = null, width = 0, middle = 0, picked = -1, differs = false;

  function build(n) {
    labels = Array.from({ length: n }, () => document.createElementNS("http://www.w3.org/2000/svg", "text"));
    origins.replaceChildren(...labels);
    places = new Int32Array(n);
  }

  /** `order` and `ranks` under the preset: they fix where lines begin. */
  function begin(order, ranks) {
    order.forEach((i, p) => {
      places[i] = p;
      labels[p].textContent = ranks[i] ? String(ranks[i]) : "";
    });
  }

  /** Until the reader chooses, lines are shown where there is room for them. */
  function fit(narrow) {
    const visible = wanted ?? !narrow;
    button.setAttribute("aria-pressed", String(visible));
    grid.classList.toggle("with-lines", visible);
    return visible;
  }

  function measure(size, ranked) {
    width = fit(size.narrow) && differs ? (size.narrow ? 46 : 88) : 0;
    middle = size.row / 2;
    picture.setAttribute("width", String(width));
    picture.setAttribute("height", String(Math.max(ranked, 0) * size.row));
    labels.forEach((label, p) => {
      label.setAttribute("x", "14");
      label.setAttribute("y", String(p * size.row + middle + 4));
    });
  }

  /** Lines take room only while a rank differs: whether that has just changed. */
  function turned(model) {
    const was = differs;
    differs = false;
    for (let i = 0; i < places.length && !differs; i++) {
      differs = model.ranks[i] !== model.presetRanks[i];
    }
    if (differs !== was) {
      grid.classList.toggle("differs", differs);
      button.classList.toggle("idle", !differs);
    }
    return differs !== was;
  }

  function draw(model, y, size, inSight) {
    if (!width) return;
    const lines = { same: "", fell: "", rose: "", picked: "" };
    const end = width - 8, bend = (MARGIN + end) / 2;
    const isNear = (at) => at >= size.top - size.row && at <= size.top + size.height;
    for (let i = 0; i < places.length; i++) {
      const now = model.ranks[i], then = model.presetRanks[i];
      if (!now || !then) continue;
      const from = places[i] * size.row;
      if (!inSight(from) && !inSight(y[i])) continue;
      const a = from + middle, b = y[i] + middle;
      const line = isNear(from) && isNear(y[i])
        ? `M${MARGIN} ${a}C${bend} ${a} ${bend} ${b.toFixed(1)} ${end} ${b.toFixed(1)}`
        : stubs(a, b, end, size.row);
      lines[now < then ? "rose" : now > then ? "fell" : "same"] += line;
      if (i === picked) lines.picked = line;
    }
    for (const kind in lines) paths[kind].setAttribute("d", lines[kind]);
  }

  /** Where one end is out of sight, a line would only cross all others: show how it leaves and arrives. */
  function stubs(a, b, end, row) {
    const away = Math.sign(b - a) * row * 0.75;
    return `M${MARGIN} ${a}q10 0 12 ${away}M${end - 12} ${b - away}q2 ${away} 12 ${away}`;
  }

  return {
    build, begin, measure, turned, draw, button,
    toggle(narrow) { wanted = !(wanted ?? !narrow); },
    pick(i) { picked = i; },
  };
}
