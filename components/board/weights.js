// The weights pane: one slider, number field and lock per metric.
// `hand` is what the pane may ask of the board: take, set, release, hurry and revert a gesture (board.js).

const STEP = 10_000, FINE = 1_000, LEAP = 100_000; // 0.01, 0.001 and 0.1 in millionths
const KEYS = { ArrowRight: STEP, ArrowUp: STEP, ArrowLeft: -STEP, ArrowDown: -STEP, PageUp: LEAP, PageDown: -LEAP };

/** Text that cannot leak its writing direction into its surroundings, for attributes. */
const isolate = (text) => `\u2068${text}\u2069`;

export function makeWeightRows(root, metrics, hand) {
  const template = root.querySelector("template.weight-row");
  const list = root.querySelector(".weight-rows");
  for (const old of root.querySelectorAll(".weight-rows")) old.replaceChildren();
  return metrics.map((metric, j) => {
    const node = template.content.firstElementChild.cloneNode(true);
    const part = (selector) => node.querySelector(selector);
    const row = {
      node, slider: part(".slider"), input: part("input"), lock: part(".lock"), fill: part(".fill"),
      hold: part(".hold"), mark: part(".mark"), refused: part(".refused"), painted: NaN, spoken: "",
    };
    const name = isolate(metric.label);
    node.style.setProperty("--metric", metric.colour);
    part(".label").textContent = metric.label;
    linkName(part(".label"), metric.href);
    if (metric.name.toLowerCase() !== metric.label.toLowerCase()) part(".full").textContent = `· ${metric.name}`;
    part(".arrow").textContent = metric.arrow;
    part(".trust bdi").textContent = metric.trust;
    part(".trust").hidden = !metric.trust;
    linkName(part(".trust bdi"), metric.trust && metric.href)?.setAttribute("aria-label", `${name}: ${metric.trust}`);
    part(".name").title = `${isolate(metric.name)} ${metric.arrow} · utility ${isolate(metric.map)}`;
    part(".slight").hidden = !metric.slight;
    part(".slight").title = isolate(metric.slight);
    row.slider.setAttribute("aria-label", `Weight of ${name}`);
    row.input.setAttribute("aria-label", `Weight of ${name} as a number`);
    row.lock.setAttribute("aria-label", `Lock the weight of ${name}`);
    row.lock.title = "Locked weights stay while the others share the rest";
    row.lock.addEventListener("click", () => hand.lock(j));
    part(".name").addEventListener("pointerenter", (event) => { if (event.pointerType === "mouse" && !event.buttons) hand.point(j); });
    part(".name").addEventListener("pointerleave", () => hand.point(-1));
    onDrag(row.slider, j, hand);
    onKeys(row.slider, j, hand);
    onTyping(row, j, hand);
    list.append(node);
    return row;
  });
}

const MANY = 8, FEWEST = 3; // of more metrics than these, those without weight stand behind one line, if they are as many

/** Put the metrics without weight behind one line where there are many. One that a hand took to 0 stays where it is until
 *  `every` one is put in its place. */
export function foldWeights(root, rows, weights, every) {
  const details = root.querySelector(".weightless"), [open, folded] = root.querySelectorAll(".weight-rows");
  if (root.activeElement?.closest?.(".weight")) return; // a row that is moved loses the focus
  const bare = rows.map(({ node }, j) => !weights[j] && (every || node.parentNode === folded));
  const fold = rows.length > MANY && bare.filter(Boolean).length >= FEWEST;
  const places = rows.map((_, j) => (fold && bare[j] ? folded : open));
  if (rows.every(({ node }, j) => node.parentNode === places[j])) return;
  rows.forEach(({ node }, j) => places[j].append(node));
  details.hidden = !fold;
  details.querySelector("summary").textContent = `${folded.children.length} without weight`;
}

function onDrag(slider, j, hand) {
  const inset = 8; // the track ends half a thumb before the slider's edge
  let grip = null; // pixels from the thumb's middle to the hand; null while no hand is on it
  let box = null;
  let held = false, last = 0;
  const follow = (event) => {
    const share = (event.clientX - grip - box.left - inset) / (box.width - 2 * inset);
    last = event.clientX;
    hand.set(j, Math.round(share * ONE / FINE) * FINE);
  };
  const letGo = () => { grip = null; slider.classList.remove("held"); };
  const drop = () => { if (grip !== null) { letGo(); hand.revert(); } };
  slider.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || grip !== null) return;
    const thumb = slider.querySelector(".hold i").getBoundingClientRect();
    const off = event.clientX - (thumb.left + thumb.width / 2);
    held = Math.abs(off) <= thumb.width;
    grip = held ? off : 0;
    last = event.clientX;
    box = slider.getBoundingClientRect();
    slider.setPointerCapture(event.pointerId);
    slider.focus({ preventScroll: true });
    event.preventDefault();
    hand.take();
    slider.classList.add("held");
    // a finger may only be about to scroll the page: wait until it moves along the track or lifts
    if (!held && event.pointerType === "mouse") follow(event);
  });
  slider.addEventListener("pointermove", (event) => {
    if (grip !== null && event.clientX !== last) follow(event);
  });
  slider.addEventListener("pointerup", (event) => {
    if (grip === null) return;
    if (event.clientX !== last || (!held && event.pointerType !== "mouse")) follow(event);
    letGo();
    hand.release();
  });
  slider.addEventListener("pointercancel", drop);
  slider.addEventListener("keydown", (event) => { if (event.key === "Escape") drop(); });
}

function onKeys(slider, j, hand) {
  slider.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || slider.classList.contains("held")) return;
    let target;
    if (event.key === "Home") target = 0;
    else if (event.key === "End") target = ONE;
    else if (event.key in KEYS) {
      const step = KEYS[event.key];
      target = hand.value(j) + (event.shiftKey ? Math.sign(step) * FINE : step);
    } else return;
    event.preventDefault();
    hand.set(j, target);
    hand.release(true);
  });
  slider.addEventListener("blur", () => hand.hurry());
}

function onTyping({ input, refused }, j, hand) {
  const enter = () => {
    const typed = input.value;
    if (typed === hand.text(j)) return; // also the second of the two events that Enter makes
    const { value, why } = readWeight(typed, hand.most(j));
    input.value = hand.text(j);
    refused.textContent = why ? `${isolate(`“${typed}”`)} ${why}.` : "";
    if (why) return;
    hand.set(j, value * ONE);
    hand.release();
    input.value = hand.text(j);
  };
  input.addEventListener("change", enter);
  input.addEventListener("focus", () => input.select());
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter") enter();
    else if (event.key === "Escape") input.value = hand.text(j);
    else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      event.preventDefault();
      hand.set(j, hand.value(j) + Math.sign(KEYS[event.key]) * (event.shiftKey ? FINE : STEP));
      hand.release(true);
      input.value = hand.text(j);
    }
  });
  input.addEventListener("blur", () => hand.hurry());
}

/** Show the weights. Only what changed is written; `rest` also brings the texts for screen readers up to date. */
export function paintWeights(rows, weights, preset, rest) {
  rows.forEach((row, j) => {
    const w = weights[j];
    if (w !== row.painted) {
      row.painted = w;
      const share = `${w * 100}%`;
      row.fill.style.transform = `scaleX(${w})`;
      row.hold.style.transform = `translateX(${share})`;
      const text = w.toFixed(3);
      if (row.input.value !== text) row.input.value = text;
      if (row.refused.textContent) row.refused.textContent = "";
    }
    if (rest || row.slider.matches(":focus")) {
      const spoken = `${w.toFixed(3)}, preset ${preset[j].toFixed(3)}`;
      if (spoken !== row.spoken) row.slider.setAttribute("aria-valuetext", row.spoken = spoken);
      row.slider.setAttribute("aria-valuenow", String(w));
    }
  });
}

/** Show the locks, what each slider can reach under them, and where the preset stands. */
export function paintLocks(rows, weights, locked, preset) {
  const base = toMillionths(weights);
  rows.forEach((row, j) => {
    const [low, high] = reach(base, locked, j);
    row.slider.setAttribute("aria-valuemin", String(low / ONE));
    row.slider.setAttribute("aria-valuemax", String(high / ONE));
    row.slider.setAttribute("aria-readonly", String(low === high));
    row.input.readOnly = low === high;
    row.lock.setAttribute("aria-pressed", String(Boolean(locked[j])));
    row.node.classList.toggle("locked", Boolean(locked[j]));
    row.slider.style.setProperty("--reach", String(high / ONE));
    row.mark.style.transform = `translateX(${preset[j] * 100}%)`;
  });
}
