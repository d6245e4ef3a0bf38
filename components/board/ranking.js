// The rows: on one axis each method's score and the interval of its difference to the leader, opened in place.
// While a hand moves, rows and dots follow the weights, and nothing is shown that was tested under other ones.

const GLIDE = 200; // milliseconds in which a row takes its new place
const LEGEND = { // signs of the legend: how wide, and what is drawn
  interval: [44, '<path d="M2 6h38M3 2v8M40 2v8"/><circle cx="21" cy="6" r="5" fill="currentColor" stroke="none"/>'],
  arrow: [24, '<path d="M24 6H8"/><path d="M10 1L2 6l8 5z" fill="currentColor" stroke="none"/>'],
  dashes: [44, '<path d="M2 6h40" stroke-dasharray="5 4"/>'],
  band: [24, '<path class="soft" d="M0 0h24v12H0z"/>'],
  model: [12, '<path class="quiet" d="M6 1l5 5-5 5-5-5z"/>'],
};
const LIMITS = { low: 0, high: 1 }; // what a score can be
const STEPS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5];

export function makeRanking(root, model, open) {
  const find = (selector) => root.querySelector(selector);
  const list = find(".rows"), sort = find(".sort"), search = find(".find");
  let data = null, rows = [], order = [], shown = [], domain = null, key = "rank", falling = false;

  const isModel = (i) => data.methods[i].role !== "";
  const isOut = (i) => (isModel(i) ? model.scores[i] !== model.scores[i] : model.ranks[i] === 0);

  function build(next) {
    data = next;
    rows = data.methods.map((method, i) => {
      const node = element("div", "row"), cell = (kind, inside) => {
        const made = element("div", kind);
        made.setAttribute("role", "cell");
        if (inside) made.append(...inside);
        node.append(made);
        return made;
      };
      node.setAttribute("role", "row");
      const rank = cell("rank"), who = cell("who", [element("b", "", method.name), element("small", "")]);
      const ax = cell("ax", [element("i", "leads"), element("i", "whisker"), element("i", "dot")]);
      const score = cell("score"), mix = cell("mix"), ranks = cell("ranks"), button = element("button", "");
      button.type = "button";
      button.setAttribute("aria-expanded", "false");
      button.setAttribute("aria-label", `What ${method.label} is made of`);
      button.innerHTML = '<svg width="10" height="12" viewBox="0 0 10 12" fill="none" stroke="currentColor" stroke-width="1.6" aria-hidden="true"><path d="M3 2l4 4-4 4"/></svg>';
      cell("more", [button]);
      mix.append(...data.metrics.map((metric) => {
        const part = element("i", "");
        part.style.background = metric.colour;
        return part;
      }));
      const detail = element("div", "detail");
      detail.setAttribute("role", "cell");
      node.append(detail);
      const toggle = () => turn(rows[i], !rows[i].opened);
      button.addEventListener("click", toggle);
      who.addEventListener("click", toggle);
      return { method, node, rank, who, ax, score, mix, ranks, button, detail, opened: false, height: 54, text: "" };
    });
    list.replaceChildren(...rows.map((row) => row.node));
    order = shown = [];
    domain = null;
    const groups = data.groups.filter(Boolean), names = [["rank", "Made of"], ...groups.map((g) => [`group ${g}`, NAMES[g]])];
    for (const metric of data.metrics) names.push([`metric ${metric.id}`, metric.label]);
    sort.replaceChildren(...names.map(([value, text]) => Object.assign(new Option(text, value))));
    by("rank", false);
    root.querySelector(".board").classList.toggle("untested", !data.tested);
    const wanted = rows.find((row) => row.method.id === data.open || row.method.opens === data.open);
    if (wanted) mark(wanted, true); // what it is made of follows with the numbers
  }

  /** Take over what was tested under other weights. */
  function renew(next) {
    data = next;
    rows.forEach((row, i) => {
      const method = data.methods[i], line = method.out || method.note, small = row.who.querySelector("small");
      if (small.textContent !== line) small.replaceChildren(...element("small", "", line).childNodes);
      Object.assign(row, { method, text: `${method.name} ${method.label} ${method.note}`.toLowerCase() });
      row.who.title = [method.name, line].filter(Boolean).join(" · ");
    });
    find(".notes").replaceChildren(...data.say.notes.map(({ text, link }) => {
      const line = element("li", "", text);
      if (link) line.append(" ", linked(element("a", "", link.text), link.href));
      return line;
    }));
    const whiskers = data.methods.map((method) => method.whisker).filter(Boolean);
    find(".legend").replaceChildren(...[
      whiskers.length && ["interval", "score, 95 % interval of its difference to the leader"],
      whiskers.some(({ cut }) => cut.length) && ["arrow", "interval goes on"],
      whiskers.some(({ dashed }) => dashed) && ["dashes", "two ways of averaging disagree"],
      data.methods.some(({ told }) => told) && ["band", "cannot be told apart"],
      rows.some((_, i) => isModel(i)) && ["model", "not ranked"],
    ].filter(Boolean).map(([sign, text]) => {
      const key = element("span", "", text);
      key.prepend(drawn(sign));
      return key;
    }));
  }

  function mark(row, opened) {
    row.opened = opened;
    row.node.classList.toggle("open", opened);
    row.button.setAttribute("aria-expanded", String(opened));
  }

  function turn(row, opened) {
    mark(row, opened);
    if (opened) row.detail.replaceChildren(...detail(row));
    arrange();
  }

  function by(next, down) {
    [key, falling] = [next, down];
    const own = key === "rank" || key === "name" ? key : "mix";
    sort.value = own === "mix" ? key : "rank";
    for (const head of root.querySelectorAll("[data-key]")) {
      head.setAttribute("aria-sort", head.dataset.key === own ? (falling ? "descending" : "ascending") : "none");
    }
  }

  const utility = (i, j) => model.utilities[model.at(i) * data.metrics.length + j];
  const mean = (i, group) => {
    const own = data.metrics.map((_, j) => j).filter((j) => data.metrics[j].group === group).map((j) => utility(i, j)).filter((u) => u === u);
    return own.reduce((sum, u) => sum + u, 0) / own.length;
  };

  /** Rows in the order that is asked for: those without a rank last. */
  function sorted() {
    const value = (i) => {
      if (key === "name") return data.methods[i].name.toLowerCase();
      if (key.startsWith("group ")) return mean(i, key.slice(6));
      if (key.startsWith("metric ")) return utility(i, data.metrics.findIndex((metric) => metric.id === key.slice(7)));
      return model.place[i];
    };
    const known = (x) => typeof x === "string" || x === x;
    return rows.map((_, i) => i).sort((a, b) => {
      const out = isOut(a) - isOut(b), x = value(a), y = value(b);
      if (out) return out;
      if (!known(x) || !known(y)) return known(y) - known(x) || model.place[a] - model.place[b];
      return (x < y ? -1 : x > y ? 1 : 0) * (falling ? -1 : 1) || model.place[a] - model.place[b];
    });
  }

  /** Put the rows in order. While a hand moves they are shifted, which costs no layout; at rest they stand there. */
  function arrange() {
    const next = sorted(), wanted = search.value.trim().toLowerCase(), from = tops(order);
    if (!model.moving) rows.forEach((row) => { row.node.hidden = !row.text.includes(wanted); });
    if (model.moving && next.join() !== shown.join()) {
      const to = tops(next);
      rows.forEach(({ node }, i) => { node.style.transform = to[i] === from[i] ? "" : `translateY(${to[i] - from[i]}px)`; });
    }
    shown = next;
    if (model.moving) return;
    if (next.join() !== order.join()) {
      const held = root.activeElement, led = rows.some(({ node }) => node.style.transform); // by a hand, to where they are
      list.append(...next.map((i) => rows[i].node));
      held?.focus?.({ preventScroll: true });
      if (order.length && !led) glide(from, tops(next));
      order = next;
    }
    for (const { node } of rows) if (node.style.transform) node.style.transform = "";
    bands();
  }

  /** Let rows glide from where they stood to where they stand. */
  function glide(from, to) {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    rows.forEach(({ node }, i) => {
      if (from[i] !== to[i]) node.animate([{ transform: `translateY(${from[i] - to[i]}px)` }, { transform: "none" }], { duration: GLIDE, easing: "ease-out" });
    });
  }

  /** Where each row begins in an order, by its height. */
  function tops(among) {
    const found = new Float64Array(rows.length);
    let top = 0;
    for (const i of among) {
      found[i] = top;
      top += rows[i].node.hidden ? 0 : rows[i].height;
    }
    return found;
  }

  /** The bands behind rows that cannot be told from the leader. */
  function bands() {
    const runs = [];
    let last = -2;
    order.filter((i) => !rows[i].node.hidden).forEach((i, at) => {
      const { node, method } = rows[i];
      if (model.moving || !(method.told || (method.id === data.leader && data.methods.some((m) => m.told)))) return;
      if (at === last + 1) runs.at(-1).push(node);
      else runs.push([node]);
      last = at;
    });
    find(".bands").replaceChildren(...runs.map((own) => {
      const band = element("div", "", ""), end = own.at(-1);
      Object.assign(band.style, { top: `${own[0].offsetTop}px`, height: `${end.offsetTop + end.offsetHeight - own[0].offsetTop}px` });
      if (own.length > 1) band.append(element("span", "", "cannot be told apart"));
      return band;
    }));
  }

  /** Show the rows under the weights of now; at rest with what was tested under them. */
  function paint() {
    const { scores, ranks, weights, moving } = model, top = ranks[model.first] ? scores[model.first] : NaN;
    const whisker = (row) => (moving ? null : row.method.whisker);
    const ends = rows.flatMap((row, i) => [scores[i], ...(whisker(row) ? [whisker(row).left, whisker(row).right] : [])]);
    fit(ends.filter((x) => x === x));
    const at = (x) => `${(100 * (x - domain.low) / (domain.high - domain.low)).toFixed(2)}%`;
    drawAxes(at, rows.flatMap((_, i) => (isModel(i) && !isOut(i) ? [scores[i]] : [])), top);
    rows.forEach((row, i) => {
      const { method, node } = row, first = i === model.first && ranks[i] > 0, x = scores[i];
      const kinds = { near: first || (method.told && !moving), first, model: isModel(i), out: isOut(i), open: row.opened };
      const kind = ["row", ...Object.keys(kinds).filter((name) => kinds[name])].join(" ");
      if (node.className !== kind) node.className = kind;
      put(row.rank, isModel(i) ? "" : String(ranks[i] || "–"));
      put(row.score, x === x ? threeDecimals(x) : "–");
      const [leads, line, dot] = row.ax.children;
      dot.style.left = x === x ? at(x) : "-9px";
      leads.style.left = at(top);
      line.hidden = !whisker(row);
      if (moving) return;
      put(row.ranks, method.ranks);
      dot.hidden = !(x === x);
      const tip = whisker(row) ? drawWhisker(line, method, at) : "no interval";
      row.ax.setAttribute("aria-label", tip);
      row.ax.title = whisker(row) ? tip : "";
      const widest = Math.max(top || 0, x || 0);
      [...row.mix.children].forEach((part, j) => {
        const share = weights[j] > 0 ? weights[j] * utility(i, j) : 0;
        part.style.width = `${share > 0 && widest > 0 ? (94 * share / widest).toFixed(1) : 0}%`;
      });
      if (row.opened) row.detail.replaceChildren(...detail(row));
    });
    arrange();
  }

  /** Put the interval of a row where it belongs; one that is told apart ends before the leader's line. Gives its words. */
  function drawWhisker(line, { whisker, told }, at) {
    const { low, high, left, right, cut, dashed } = whisker;
    line.style.left = at(left);
    line.style.right = `calc(100% - ${at(right)}${told ? "" : " + 2px"})`;
    line.className = ["whisker", ...(dashed ? ["dashed"] : []), ...cut.map((end) => `cut-${end}`)].join(" ");
    const beyond = cut.length ? ", goes on beyond what scores can be" : "";
    return `95 % interval of the difference to the leader: ${fixed(low)} to ${fixed(high)}${beyond}`;
  }

  /** The axis stays while a hand moves, unless something would leave it; it never passes what scores can be. */
  function fit(values) {
    const low = Math.min(...values, Infinity), high = Math.max(...values, -Infinity);
    if (!(high >= low)) { domain ??= { ...LIMITS, step: 0.2 }; return; }
    if (model.moving && domain && low >= domain.low && high <= domain.high) return;
    const room = Math.max(high - low, 0.002), step = STEPS.find((s) => room / s <= 6) ?? 1;
    domain = { low: Math.max(low - 0.05 * room, LIMITS.low), high: Math.min(high + 0.05 * room, LIMITS.high), step };
  }

  function drawAxes(at, marks, top) {
    const { low, high, step } = domain, ticks = [];
    for (let t = Math.ceil(low / step - 1e-9); t * step <= high + 1e-9; t++) ticks.push(t * step);
    const tick = (kind, x, text) => {
      const made = element(text === undefined ? "i" : "span", kind, text ?? "");
      made.style.left = at(x);
      return made;
    };
    const digits = Math.max(1, -Math.floor(Math.log10(step) + 1e-9));
    find(".ticks").replaceChildren(...ticks.map((t) => tick("", t, t.toFixed(digits))));
    find(".axes .ax").replaceChildren(...ticks.map((t) => tick("", t)), ...marks.map((x) => tick("reference", x)), ...(top === top ? [tick("lead", top)] : []));
  }

  /** What a row is made of, its runs by benchmark, and where to go from it. */
  function detail(row) {
    const i = rows.indexOf(row), made = element("div", "", ""), table = element("table", ""), runs = element("div", "");
    data.metrics.forEach((metric, j) => {
      const u = utility(i, j), line = table.insertRow(), weight = model.weights[j];
      line.style.setProperty("--metric", metric.colour);
      const track = element("span", "track"), fill = element("i", "");
      fill.style.width = `${u === u ? 100 * u : 0}%`;
      track.append(fill);
      const name = element(metric.href ? "a" : "span", "", metric.label);
      if (metric.href) linked(name, metric.href);
      line.insertCell().append(element("span", "swatch"), name);
      line.insertCell().append(track);
      line.insertCell().textContent = `${u === u ? u.toFixed(2) : "–"} × ${percent(weight)}`;
      line.insertCell().textContent = u === u || !weight ? threeDecimals(weight ? weight * u : 0) : "–";
    });
    made.append(element("h2", "", "What each metric adds"), table);
    const all = data.methods.flatMap((method) => method.runs.flat()), low = Math.min(...all), high = Math.max(...all);
    const place = (x) => `${(100 * (x - low) / (high - low || 1)).toFixed(1)}%`;
    if (!row.method.role) runs.append(element("h2", "", row.method.runs.length ? "Score of each seed, by benchmark" : "No single runs to show"));
    row.method.runs.forEach((own, b) => {
      const strip = element("div", "strip"), line = element("div", ""), mean = own.reduce((sum, x) => sum + x, 0) / own.length;
      for (const x of own) line.append(Object.assign(element("i", ""), { style: `left:${place(x)}` }));
      if (own.length) line.append(Object.assign(element("u", ""), { style: `left:${place(mean)}` }));
      strip.append(element("span", "", data.benchmarks[b]), line, element("span", "", own.length ? mean.toFixed(2) : "–"));
      runs.append(strip);
    });
    const others = rows.map((_, j) => j).filter((j) => model.ranks[j] && data.methods[j].page !== row.method.page);
    const ranked = others.sort((a, b) => model.place[a] - model.place[b]).map((j) => data.methods[j]);
    const go = element("div", "go"), rivals = [...new Set(ranked.map((method) => method.page))].slice(0, 3);
    const named = { METHOD: row.method.opens, AGAINST: (ranked[0] ?? row.method).opens, PAGE: row.method.page, RIVALS: rivals, RIVAL: rivals[0] ?? row.method.page };
    const links = data.links.filter(({ href }) => !row.method.role || (/METHOD|PAGE/.test(href) && !/AGAINST|RIVAL/.test(href)));
    go.append(...links.map(({ text, href }) => linked(element("a", "", text), href.replace(/METHOD|AGAINST|PAGE|RIVALS?/g, (name) => [named[name]].flat().map(encodeURIComponent).join(",")))));
    return [made, runs, go];
  }

  find(".who button").addEventListener("click", () => { // A to Z, Z to A, by rank
    by(key === "name" && falling ? "rank" : "name", key === "name" && !falling);
    arrange();
  });
  sort.addEventListener("change", () => { by(sort.value, sort.value !== "rank"); arrange(); });
  search.addEventListener("input", arrange);
  const measure = () => {
    for (const row of rows) row.height = row.node.offsetHeight;
    sort.options[0].text = getComputedStyle(sort.parentNode).position === "absolute" ? "Sort by rank" : "Made of"; // off its column
    bands();
  };
  const watcher = new ResizeObserver(measure);
  watcher.observe(list);
  return { build, renew, paint, sorted: () => order, close: () => watcher.disconnect() };
}

/** A difference with its sign, at three decimals. */
const fixed = (x) => `${x < 0 ? "−" : ""}${Math.abs(x).toFixed(3)}`;

function drawn(sign) {
  const made = element("span", "sign"), [width, drawing] = LEGEND[sign];
  made.innerHTML = `<svg width="${width}" height="12" fill="none" stroke="currentColor" stroke-width="2" aria-hidden="true">${drawing}</svg>`;
  return made;
}

function put(node, text) {
  if (node.textContent !== text) node.textContent = text;
}
