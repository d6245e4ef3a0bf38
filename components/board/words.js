// What the board says in words: the lead sentence, how the order differs from the preset, what counts twice, and which
// methods are left out and why.

export function makeWords(root, model) {
  const live = root.querySelector(".lead .live"), [follows, sure] = [".follows", ".sure"].map((own) => root.querySelector(own));
  const summary = root.querySelector(".summary"), status = root.querySelector("[role=status]");
  const notice = root.querySelector(".notice"), lists = root.querySelectorAll(".unranked");
  const twice = root.querySelector(".twice");
  const listed = ["", ""];
  let written = "", counted = "", spoken = null;

  const name = (label) => {
    const node = document.createElement("bdi");
    node.textContent = node.title = label;
    return node;
  };
  const part = (given) => (typeof given === "string" ? given
    : name("method" in given ? model.methods[given.method].label : model.metrics[given.metric].label));

  function changes() {
    const { ranks, presetRanks, ranked } = model;
    if (ranked < 2) return "";
    let moved = 0;
    for (let i = 0; i < ranks.length; i++) if (ranks[i] && ranks[i] !== presetRanks[i]) moved++;
    const preset = isolate(model.presetLabel);
    return moved ? `${moved} of ${ranked} ranks differ from ${preset}.` : `Same ranks as ${preset}.`;
  }

  function say() {
    sayTwice();
    const weak = model.limits.some((value) => value > 0) ? [] : model.weak;
    const parts = leadSentence({ ...model, weak }).map(part), moved = changes();
    const text = [...parts.map((one) => one.textContent ?? one), " ", moved].join("");
    if (text === written) return;
    written = text;
    live.replaceChildren(...parts);
    summary.textContent = moved.startsWith("Same") ? "" : moved;
  }

  function sayTwice() {
    const parts = doubledSentences(model).map(part);
    const text = parts.map((one) => one.textContent ?? one).join("");
    if (text === counted) return;
    counted = text;
    twice.hidden = !text;
    twice.replaceChildren(...parts);
  }

  /** Why a method has no rank: the floors that it misses, Python's reason where it gave one, else the weighted metrics it
   *  lacks. */
  function reason(i) {
    const own = model.grids ? model.grids.members[i] : [i], k = model.weights.length;
    if (model.below[i]) return own.length > 1 ? "every checkpoint" : missWords(model.floors, model.limits, own[0]);
    if (model.methods[i].incomplete) return model.methods[i].incomplete;
    const lacking = model.metrics.filter((_, j) => model.weights[j] > 0
      && own.some((c) => Number.isNaN(model.utilities[c * k + j])));
    return `not measured: ${lacking.map((metric) => isolate(metric.label)).join(", ")}`;
  }

  function leaveOut() {
    const out = [...model.ranks.keys()].filter((i) => model.ranks[i] === 0);
    lists.forEach((list, at) => {
      const entries = out.filter((i) => Boolean(model.below[i]) === !at).map((i) => [i, reason(i)]);
      const key = JSON.stringify([entries, model.methods.length]);
      if (key === listed[at]) return;
      listed[at] = key;
      list.hidden = !entries.length;
      list.querySelector("ul").replaceChildren(...entries.map(([i, why]) => {
        const entry = document.createElement("li"), text = document.createElement("span");
        text.textContent = why;
        text.title = why;
        const method = name(model.methods[i].label);
        method.className = "short";
        entry.append(method, text);
        return entry;
      }));
    });
    notice.hidden = model.ranked > 0 || model.fell > 0 || !measuredOnly(model.utilities, model.weights, model.checkpoints);
  }

  /** Tell screen readers the outcome once a hand has let go; the first view is read as the page is. */
  function announce() {
    if (spoken !== null && spoken !== written) status.textContent = written;
    spoken = written;
  }

  /** That the weights changed without a hand on them: the browser went a step back or forward. */
  function undone(preset) {
    root.querySelector(".undone").textContent = preset === null ? ""
      : `The browser's Back or Forward brought these weights back: ${preset ? isolate(preset) : "your own"}.`;
  }

  /** What follows the lead and stands beside the intervals, and the way to a plan for what they cannot tell. */
  function follow(text, beside, plan) {
    [follows.textContent, sure.textContent] = [text, beside];
    if (plan) follows.append(" ", linkTo(plan, "Plan an experiment that can tell"));
  }

  return { say, leaveOut, announce, undone, follow };
}
