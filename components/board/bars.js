// The stacked bars of all rows in sight, on one canvas that travels with the window of the list: a canvas per row
// costs the browser a layer each.

const BAR = 16; // height of a bar

export function makeBars(root, model) {
  const canvas = root.querySelector(".bars"), ink = canvas.getContext("2d"), holder = root.querySelector(".rows");
  let left = 0, width = 0, offset = 0, height = 0, ratio = 1, from = 0, emphasis = -1;

  /** `cell` is a bar's cell in a row at the top of the list; `band` the height of the list that is kept drawn. */
  function measure(cell, band) {
    left = cell.offsetLeft;
    width = cell.clientWidth;
    offset = cell.offsetTop + (cell.clientHeight - BAR) / 2;
    ratio = window.devicePixelRatio || 1;
    height = band;
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    canvas.style.left = `${left}px`;
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
    holder.style.setProperty("--bar-left", `${left}px`);
    holder.style.setProperty("--bar-width", `${width}px`);
  }

  /** Draw the bars whose rows, at heights `y`, lie in the band that begins at `top`. */
  function draw(y, top, row) {
    if (from !== top) canvas.style.transform = `translateY(${from = top}px)`;
    ink.clearRect(0, 0, canvas.width, canvas.height);
    const { weights, utilities, metrics, ranks, scores, shown } = model, k = weights.length;
    const full = width * ratio, tall = Math.round(BAR * ratio), gap = Math.max(1, Math.round(ratio));
    for (let i = 0; i < y.length; i++) {
      if (ranks[i] === 0 || y[i] + row < top || y[i] > top + height) continue;
      const at = Math.round((y[i] - top + offset) * ratio);
      let sum = 0, start = 0;
      for (let j = 0; j < k; j++) {
        if (!(weights[j] > 0)) continue;
        sum += weights[j] * utilities[shown[i] * k + j];
        const end = Math.round(sum * full), span = end - start;
        if (span <= 0) continue;
        ink.globalAlpha = emphasis >= 0 && emphasis !== j ? 0.22 : 1;
        ink.fillStyle = metrics[j].colour;
        ink.fillRect(start, at, span > 4 * gap ? span - gap : span, tall);
        start = end;
      }
    }
  }

  return {
    measure, draw,
    emphasise(j) {
      const changed = j !== emphasis;
      emphasis = j;
      return changed;
    },
  };
}
