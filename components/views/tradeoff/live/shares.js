// The table of who is best for which share of weight; the row of the present share follows the slider.

const tables = new WeakMap();

export default function ({ parentElement, data }) {
  tables.get(parentElement)?.();
  const cell = (name, ...content) => {
    const made = document.createElement(name);
    made.append(...content);
    return made;
  };
  const head = cell("tr", ...data.heads.map((text) => Object.assign(cell("th", text), { scope: "col" })));
  const rows = data.rows.map((row) => {
    const name = cell("th", cell("bdi", row.label));
    name.scope = "row";
    const cells = [row.low, row.high].map((share) => cell("td", (100 * share).toFixed(1)));
    if (row.link) {
      const link = cell("a", "open");
      link.href = row.link;
      link.dataset.inside = ""; // followed without leaving the session
      link.title = "Open it on the leaderboard";
      link.setAttribute("aria-label", `Open \u2068${row.label}\u2069 on the leaderboard`);
      cells.push(cell("td", link));
    }
    return cell("tr", name, ...cells);
  });
  parentElement.querySelector("thead").replaceChildren(head);
  parentElement.querySelector("tbody").replaceChildren(...rows);
  inPlace(parentElement);

  const mark = (share) => rows.forEach((node, i) => {
    const here = share !== null && data.rows[i].low <= share && share <= data.rows[i].high;
    if (here) node.setAttribute("aria-current", "true");
    else node.removeAttribute("aria-current");
  });
  const follow = (event) => mark(event.detail);
  mark(data.share);
  document.addEventListener("tradeoff-share", follow);
  const stop = () => document.removeEventListener("tradeoff-share", follow);
  tables.set(parentElement, stop);
  return stop;
}
