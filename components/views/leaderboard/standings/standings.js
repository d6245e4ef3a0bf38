// The table of methods. Order and open row are choices of the page: a click is sent, the page answers with new data.
const make = (name, given, ...content) => {
  const made = Object.assign(document.createElement(name), given);
  made.append(...content);
  return made;
};

/** A sign that is read out by its meaning. */
const sign = (className, text, meaning) => {
  const made = make("span", { className }, text);
  made.setAttribute("aria-label", meaning);
  made.setAttribute("role", "img");
  return made;
};

const cell = (column, given) => {
  const td = make("td", { className: column.word ? "word" : "" });
  if (given === null) {
    td.append("–");
    td.classList.add("undefined");
    if (column.why) td.title = column.why;
    return td;
  }
  const { text, spread, best, mark, title } = given;
  if (mark) td.append(sign("side", mark, title));
  if (column.apart) {
    td.classList.add("apart");
    td.append(make("span", { title: column.title }, text));
  } else td.append(text);
  if (spread) td.append(make("span", { className: "spread" }, `± ${spread}`));
  if (column.marked) {
    // every cell keeps room for the star, so that figures stay under one another
    td.classList.toggle("best", best);
    td.append(best ? sign("mark", "★", "best") : make("span", { className: "mark" }));
  }
  if (title) td.title = title;
  return td;
};

// to the page of a name in every suite; the name itself opens a row or sorts
const pageLink = (name, href) => {
  const link = make("a", { href, className: "page", title: `\u2068${name}\u2069 in every suite` });
  link.dataset.inside = "";
  link.dataset.focus = `page ${href}`;
  link.setAttribute("aria-label", link.title);
  return link;
};

const button = (focus, onclick, ...content) => {
  const made = make("button", { type: "button", onclick }, ...content);
  made.dataset.focus = focus;
  return made;
};

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".standings");
  const table = root.querySelector("table");
  const focused = parentElement.activeElement?.dataset?.focus;
  root.querySelector("p").textContent = data.caption;

  const heads = data.columns.map((column) => {
    const th = make("th", { scope: "col", title: column.title });
    th.className = [column.word && "word", column.id === "method" && "name", column.marked && "marked"]
      .filter(Boolean).join(" ");
    if (column.sort) {
      const way = data.sort === column.sort ? "ascending" : data.sort === `${column.sort}:desc` ? "descending" : "none";
      if (way !== "none") th.setAttribute("aria-sort", way);
      const arrow = make("span", { className: "way" }, { ascending: " ▴", descending: " ▾", none: "" }[way]);
      arrow.setAttribute("aria-hidden", "true");
      const next = { ascending: `${column.sort}:desc`, descending: "", none: column.sort }[way];
      const act = () => setTriggerValue("act", { sort: next });
      th.append(button(`sort ${column.sort}`, act, make("bdi", {}, column.label), arrow));
    } else {
      th.append(column.label);
    }
    if (column.href) th.append(pageLink(column.label, column.href));
    return th;
  });
  table.tHead.replaceChildren(make("tr", {}, ...heads));

  const name = (row) => {
    const label = make("bdi", {}, row.label), mark = make("span", { className: "lead-mark" }, row.mark);
    const th = make("th", { scope: "row", className: "name" });
    if (!row.id) {
      th.append(label, mark);
      return th;
    }
    const opens = button(`open ${row.id}`, () => setTriggerValue("act", { method: row.open ? "" : row.id }), label);
    opens.setAttribute("aria-expanded", String(row.open));
    opens.title = row.open ? `Close ${row.label}` : `Open ${row.label}`;
    th.append(opens);
    if (row.href) th.append(pageLink(row.label, row.href));
    if (row.mark) th.append(mark);
    return th;
  };
  const rows = data.rows.map((row) => {
    const cells = data.columns.map((column, i) => (column.id === "method" ? name(row) : cell(column, row.cells[i])));
    const tr = make("tr", {}, ...cells);
    tr.classList.toggle("open", row.open);
    tr.classList.toggle("unranked", !row.ranked);
    return tr;
  });
  table.tBodies[0].replaceChildren(...rows);
  inPlace(parentElement);
  if (focused) [...root.querySelectorAll("[data-focus]")].find((e) => e.dataset.focus === focused)?.focus();
}
