// What the board says in words: who is first and by how much, how the order differs from the preset, and which
// methods are left out and why.

export function makeWords(root, model) {
  const summary = root.querySelector(".summary"), status = root.querySelector("[role=status]");
  const notice = root.querySelector(".notice"), unranked = root.querySelector(".unranked");
  let shown = "", listed = "", spoken = null;

  const name = (i) => {
    const node = document.createElement("bdi");
    node.className = "short";
    node.textContent = node.title = model.methods[i].label;
    return node;
  };
  const uqs = (score) => score.toFixed(3);

  /** Text and names of the sentence above the bars. */
  function leader() {
    const { order, ranks, scores, ranked } = model;
    const first = order[0];
    if (!ranked) return [];
    if (ranked === 1) return ["Only ", name(first), ` can be ranked: UQS ${uqs(scores[first])}. `];
    const tied = order.filter((i) => ranks[i] === 1).length;
    if (tied > 2) return [`${tied} methods share the first rank: UQS ${uqs(scores[first])}. `];
    if (tied === 2) return [name(first), " and ", name(order[1]), ` share the first rank: UQS ${uqs(scores[first])}. `];
    const lead = scores[first] - scores[order[1]];
    const by = lead < 0.0005 ? "less than 0.001" : lead.toFixed(3);
    return [name(first), ` leads with UQS ${uqs(scores[first])}, ${by} ahead of `, name(order[1]), ". "];
  }

  function changes() {
    const { ranks, presetRanks, ranked } = model;
    if (ranked < 2) return "";
    let moved = 0;
    for (let i = 0; i < ranks.length; i++) if (ranks[i] && ranks[i] !== presetRanks[i]) moved++;
    const preset = isolate(model.presetLabel);
    return moved ? `${moved} of ${ranked} ranks differ from ${preset}.` : `Same ranks as ${preset}.`;
  }

  function say() {
    const parts = [...leader(), changes()];
    const text = parts.map((part) => part.textContent ?? part).join("");
    if (text === shown) return;
    shown = text;
    summary.replaceChildren(...parts);
  }

  /** Why a method has no rank: Python's reason where it gave one, else the weighted metrics it lacks. */
  function reason(i) {
    if (model.methods[i].incomplete) return model.methods[i].incomplete;
    const k = model.weights.length;
    const lacking = model.metrics.filter((_, j) => {
      const u = model.utilities[i * k + j];
      return model.weights[j] > 0 && u !== u;
    });
    return `not measured: ${lacking.map((metric) => isolate(metric.label)).join(", ")}`;
  }

  function leaveOut() {
    const out = [...model.ranks.keys()].filter((i) => model.ranks[i] === 0);
    const entries = out.map((i) => [i, reason(i)]);
    const key = JSON.stringify([entries, model.methods.length]);
    if (key === listed) return;
    listed = key;
    unranked.hidden = out.length === 0;
    unranked.querySelector("ul").replaceChildren(...entries.map(([i, why]) => {
      const entry = document.createElement("li"), text = document.createElement("span");
      text.textContent = why;
      text.title = why;
      entry.append(name(i), text);
      return entry;
    }));
    const none = model.ranked === 0;
    notice.hidden = !none;
    notice.firstElementChild.textContent = model.methods.length
      ? "No method has a value for every weighted metric, so none is ranked."
      : "No method is selected, so there is nothing to rank.";
    notice.lastElementChild.hidden = !measuredOnly(model.utilities, model.weights, model.methods.length);
  }

  /** Tell screen readers the outcome once a hand has let go; the first view is read as the page is. */
  function announce() {
    if (spoken !== null && spoken !== shown) status.textContent = shown;
    spoken = shown;
  }

  return { say, leaveOut, announce };
}
