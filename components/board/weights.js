// The weights: one slider for each metric where they are few, else one for each group that opens to its metrics.
// `hand` is what they may ask of the board: move some metrics together, release, and lock one (board.js).

const TRUST = { // the mark of a metric's trust: full, half, crossed, dashed
  supported: '<circle cx="7" cy="7" r="5" fill="currentColor"/>',
  mixed: '<circle cx="7" cy="7" r="4.5"/><path d="M7 2.5a4.5 4.5 0 0 1 0 9z" fill="currentColor"/>',
  contradicted: '<circle cx="7" cy="7" r="4.5"/><path d="M4.5 4.5l5 5M9.5 4.5l-5 5"/>',
  undecided: '<circle cx="7" cy="7" r="4.5" stroke-dasharray="2 1.6"/>',
};
const KEYS = 8; // metrics named under a group
const LOCKED = ["M4.5 7V5a3 3 0 0 1 5.6-1.5", "M4.5 7V5a3 3 0 0 1 6 0v2"];

/** Build the sliders of a board; gives what paints them. */
export function makeSliders(root, data, hand) {
  const place = root.querySelector(".sliders"), sliders = [];
  let keys = false; // whether the hand is on the keyboard
  const all = data.metrics.map((metric, j) => ({ ...metric, j }));
  const slider = (label, own, colour) => {
    const node = element("div", "weight"), input = element("input", ""), output = element("output", ""), decides = element("small", "decides");
    node.style.setProperty("--metric", colour);
    Object.assign(input, { type: "range", min: 0, max: 100, step: 0.5 });
    input.setAttribute("aria-label", `Weight of ${label}`);
    input.addEventListener("input", () => hand.move(own, Math.round(input.value * ONE / 100)));
    input.addEventListener("keydown", () => { keys = true; });
    input.addEventListener("pointerdown", () => { keys = false; });
    input.addEventListener("change", () => hand.release(keys));
    input.addEventListener("blur", () => hand.release(false));
    sliders.push({ own, input, output, decides });
    node.append(input, decides);
    return [node, output];
  };
  const ofMetric = (metric) => {
    const [node, output] = slider(metric.name, [metric.j], metric.colour), name = element("span", "name");
    const label = element("b", "", metric.label), full = element("i", "", metric.name.split(" · ")[1] ?? "");
    const lock = element("button", "lock");
    lock.type = "button";
    lock.setAttribute("aria-label", `Lock the weight of ${metric.label}`);
    lock.addEventListener("click", () => hand.lock(metric.j));
    sliders.at(-1).lock = lock;
    name.append(element("span", "swatch"), label, full);
    if (metric.trust) name.append(trusted(metric));
    node.prepend(name, lock, output);
    return node;
  };
  const listed = (own) => { // no slider before a reader opens them
    const node = element("div", "weight"), details = element("details", "group");
    details.open = own.some((metric) => data.weights[metric.id]);
    details.append(element("summary", "", `${own.length} more metrics`), ...own.map(ofMetric));
    node.append(details);
    return node;
  };
  const ofGroup = (group) => {
    const own = all.filter((metric) => metric.group === group && !metric.listed), name = NAMES[group];
    const [node, output] = slider(name, own.map((metric) => metric.j), "var(--text)");
    const details = element("details", "group"), summary = element("summary", "", name), keys = element("span", "keys");
    for (const metric of own.slice(0, KEYS)) {
      const key = element("span", "", metric.label);
      key.style.setProperty("--metric", metric.colour);
      key.prepend(element("span", "swatch"));
      keys.append(key);
    }
    if (own.length > KEYS) keys.append(element("span", "", `and ${own.length - KEYS} more`));
    details.append(summary, ...own.map(ofMetric));
    node.prepend(details, output);
    details.after(keys);
    return node;
  };
  const parts = data.flat ? all.filter((metric) => !metric.listed).map(ofMetric) : data.groups.map(ofGroup);
  const rest = all.filter((metric) => metric.listed);
  place.replaceChildren(...parts, ...(rest.length ? [listed(rest)] : []));
  root.querySelector(".floor").textContent = data.floor ? `Floor: ${data.floor}` : "No floor";

  return function paint(weights, locked, decided, moving) {
    for (const { own, input, output, decides, lock } of sliders) {
      const sum = (parts) => own.reduce((all, j) => all + parts[j], 0), share = sum(weights), text = percent(share);
      const told = decided.some((part) => part > 0) && differs(share, sum(decided)) ? `decides ${percent(sum(decided))}` : "";
      if (Math.abs(input.value - 100 * share) > 0.25) input.value = 100 * share;
      input.style.setProperty("--p", `${100 * share}%`);
      input.setAttribute("aria-valuetext", told ? `${text}, ${told}` : text);
      put(output, text);
      put(decides, told);
      if (!lock) continue;
      lock.setAttribute("aria-pressed", String(Boolean(locked[own[0]])));
      lock.innerHTML = `<svg viewBox="0 0 15 15" width="15" height="15" fill="none" stroke="currentColor" stroke-width="1.4"><path d="M3 7h9v6H3z"/><path d="${LOCKED[locked[own[0]]]}"/></svg>`;
      input.disabled = Boolean(locked[own[0]]);
    }
    if (!moving) place.classList.toggle("told", sliders.some(({ decides }) => decides.textContent)); // room beside the sliders
    root.querySelector(".sum").textContent = sharesText(data.metrics.map((metric) => metric.group), weights);
  };
}

function trusted({ trust, why, label }) {
  const mark = element("span", "trust");
  mark.title = why;
  mark.setAttribute("role", "img");
  mark.setAttribute("aria-label", `${label}: ${why}`);
  mark.innerHTML = `<svg width="14" height="14" fill="none" stroke="currentColor" stroke-width="1.4" aria-hidden="true">${TRUST[trust]}</svg>`;
  return mark;
}

function element(name, kind, text = "") {
  const made = document.createElement(name);
  if (kind) made.className = kind;
  if (text) made.append(Object.assign(document.createElement("bdi"), { textContent: text }));
  return made;
}

/** A link that is followed within the session (watching.js). */
function linked(node, href) {
  node.href = href;
  node.dataset.inside = "";
  return node;
}
