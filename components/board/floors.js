// The floors: who is below one, in the words of floors.py, and the sliders that move them. A floor of 0 asks for
// nothing. Whether a method passes is decided here as in stats/ranking/floors.py: by what it keeps on its worst benchmark.

/** A number with so many decimals; an exact half goes to the even digit, as in Python. */
function decimals(x, digits) {
  if (digits) return x.toFixed(digits);
  const below = Math.floor(x);
  return String(x - below === 0.5 ? below + below % 2 : Math.round(x));
}

/** A value as a floor is written: 64 %, or 0.276; with a decimal where it would round to the floor that it misses. */
export function onScale(value, share, floor = 0) {
  const fine = value > 0 && value < 0.01 || value >= floor - 0.005 && value < floor;
  if (share) return `${decimals(100 * value, fine ? 1 : 0)} %`;
  const text = threeDecimals(value);
  return text.includes("e") ? text : text.replace(/\.?0+$/, "");
}

/** What a floor asks for. */
export const asks = ({ subject, share }, value) => `at least ${onScale(value, share)} ${share ? "of" : "in"} ${subject}`;

/** Take away, in place, the scores of what is below a floor. Gives which rows that are. */
export function takeBelow(floors, values, scores) {
  const below = new Uint8Array(scores.length);
  floors.forEach(({ kept }, f) => {
    if (values[f] > 0) for (let c = 0; c < below.length; c++) if (!((kept[c] ?? NaN) >= values[f])) below[c] = 1;
  });
  for (let c = 0; c < below.length; c++) if (below[c]) scores[c] = NaN;
  return below;
}

/** What a row misses of the floors in use, in words. */
export function missWords(floors, values, c) {
  return floors.flatMap(({ kept, where, subject, on, share }, f) => {
    const own = kept[c], at = where[c] ? ` on ${where[c]}` : "";
    if (!(values[f] > 0) || own >= values[f] && own !== null) return [];
    if (own === null) return [`floor not measured: no ${on}${at}`];
    return [`${share ? "keeps" : "has"} ${onScale(own, share, values[f])} ${share ? "of" : "in"} ${subject}${at}`];
  }).join("; ");
}

/** How many fall out. */
export function fallen(n, of, noun) {
  if (of === 1) return `The only ${noun} ${n ? "falls out" : "passes"}`;
  return `${n || "None"} of ${of} ${noun}s fall${n < 2 ? "s" : ""} out`;
}

export function makeFloors(root, model, hand) {
  const place = root.querySelector(".floors"), list = place.querySelector(".floor-rows");
  const effect = place.querySelector(".effect"), add = place.querySelector("select"), back = place.querySelector(".back");
  let rows = [], built = "", written = "";

  function build(further) {
    place.hidden = !model.floors.length && !further.length;
    const key = JSON.stringify([model.floors.map(({ id, subject }) => [id, subject]), further]);
    if (key === built) return;
    built = key;
    const template = root.querySelector("template.floor-row");
    rows = model.floors.map((floor, f) => {
      const node = template.content.firstElementChild.cloneNode(true);
      const label = node.querySelector("bdi"), slider = node.querySelector("input");
      slider.setAttribute("aria-label", `Floor on ${isolate(floor.subject)}`);
      slider.addEventListener("input", () => hand.move(f, Number(slider.value)));
      slider.addEventListener("keydown", () => { slider.keyed = true; });
      slider.addEventListener("pointerdown", () => { slider.keyed = false; });
      slider.addEventListener("change", () => hand.release(slider.keyed));
      slider.addEventListener("blur", () => hand.release());
      return { node, label, slider };
    });
    list.replaceChildren(...rows.map((row) => row.node));
    const first = Object.assign(new Option("Add a floor…", ""), { disabled: true, selected: true });
    add.replaceChildren(first, ...further.map(({ id, label }) => new Option(isolate(label), id)));
    add.hidden = !further.length;
  }

  function paint() {
    rows.forEach(({ label, slider }, f) => {
      const value = model.limits[f], text = value > 0 ? asks(model.floors[f], value) : `no floor on ${model.floors[f].subject}`;
      if (label.textContent === text) return;
      label.textContent = text;
      slider.setAttribute("aria-valuetext", text);
      if (slider !== root.activeElement || !slider.keyed) slider.value = String(value);
    });
    back.hidden = !model.floors.some(({ usual }, f) => usual !== model.limits[f]);
    say();
  }

  function say() {
    const used = model.limits.some((value) => value > 0);
    const first = [...model.order].filter((i) => model.ranks[i] === 1).map((i) => model.methods[i].label);
    const leads = first.length ? `; ${first.length > 2 ? `${first.length} methods` : first.map(isolate).join(" and ")} ${first.length === 1 ? "leads" : "lead"}` : "";
    const text = used ? `${fallen(model.fell, model.checkpoints, model.noun)}${leads}.` : "";
    if (text !== written) effect.textContent = written = text;
  }

  add.addEventListener("change", () => {
    hand.add(add.value);
    add.selectedIndex = 0;
  });
  back.addEventListener("click", () => hand.back());
  return { build, paint };
}
