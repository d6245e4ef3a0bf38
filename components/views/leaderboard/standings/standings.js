// The table of methods. Order and open row are choices of the page: a click is sent, the page answers with new data.
const cell = (column, given) => {
  const td = document.createElement("td");
  if (column.word) td.className = "word";
  if (given === null) {
    td.textContent = "–";
    td.classList.add("undefined");
    if (column.why) td.title = column.why;
    return td;
  }
  const { text, spread, best, mark, title, apart } = given;
  if (mark) {
    const side = document.createElement("span");
    side.className = "side";
    side.textContent = mark;
    side.setAttribute("aria-label", title);
    side.setAttribute("role", "img");
    td.append(side);
  }
  if (apart) {
    const word = document.createElement("span");
    word.textContent = text;
    word.title = column.title;
    td.classList.add("apart");
    td.append(word);
  } else td.append(text);
  if (spread) {
    const span = document.createElement("span");
    span.className = "spread";
    span.textContent = `± ${spread}`;
    td.append(span);
  }
  if (column.marked) {
    // every cell keeps room for the star, so that figures stay under one another
    const star = document.createElement("span");
    star.className = "mark";
    if (best) {
      td.classList.add("best");
      star.textContent = "★";
      star.setAttribute("aria-label", "best");
      star.setAttribute("role", "img");
    }
    td.append(star);
  }
  if (title) td.title = title;
  return td;
};

// to the page of a name in every suite; the name itself opens a row or sorts
const pageLink = (name, href) => {
  const link = document.createElement("a");
  link.href = href;
  link.dataset.inside = "";
  link.dataset.focus = `page ${href}`;
  link.className = "page";
  link.title = `\u2068${name}\u2069 in every suite`;
  link.setAttribute("aria-label", link.title);
  return link;
};

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".standings");
  const table = root.querySelector("table");
  const focused = parentElement.activeElement?.dataset?.focus;
  root.querySelector("p").textContent = data.caption;

  const head = document.createElement("tr");
  for (const column of data.columns) {
    const th = document.createElement("th");
    th.scope = "col";
    th.title = column.title;
    th.className = [column.word && "word", column.id === "method" && "name", column.marked && "marked"]
      .filter(Boolean).join(" ");
    if (column.sort) {
      const way = data.sort === column.sort ? "ascending" : data.sort === `${column.sort}:desc` ? "descending" : "none";
      if (way !== "none") th.setAttribute("aria-sort", way);
      const button = document.createElement("button");
      button.type = "button";
      button.dataset.focus = `sort ${column.sort}`;
      const label = document.createElement("bdi");
      label.textContent = column.label;
      const arrow = document.createElement("span");
      arrow.className = "way";
      arrow.setAttribute("aria-hidden", "true");
      arrow.textContent = way === "ascending" ? " ▴" : way === "descending" ? " ▾" : "";
      button.append(label, arrow);
      const next = way === "none" ? column.sort : way === "ascending" ? `${column.sort}:desc` : "";
      button.onclick = () => setTriggerValue("act", { sort: next });
      th.append(button);
    } else {
      th.append(column.label);
    }
    if (column.href) th.append(pageLink(column.label, column.href));
    head.append(th);
  }
  table.tHead.replaceChildren(head);

  const rows = data.rows.map((row) => {
    const tr = document.createElement("tr");
    if (row.open) tr.classList.add("open");
    if (!row.ranked) tr.classList.add("unranked");
    data.columns.forEach((column, i) => {
      if (column.id !== "method") {
        tr.append(cell(column, row.cells[i]));
        return;
      }
      const th = document.createElement("th");
      th.scope = "row";
      th.className = "name";
      const label = document.createElement("bdi");
      label.textContent = row.label;
      const mark = document.createElement("span");
      mark.className = "lead-mark";
      mark.textContent = row.mark;
      if (!row.id) {
        th.append(label, mark);
        tr.append(th);
        return;
      }
      const button = document.createElement("button");
      button.type = "button";
      button.dataset.focus = `open ${row.id}`;
      button.setAttribute("aria-expanded", String(row.open));
      button.title = row.open ? `Close ${row.label}` : `Open ${row.label}`;
      button.append(label);
      button.onclick = () => setTriggerValue("act", { method: row.open ? "" : row.id });
      th.append(button);
      if (row.href) th.append(pageLink(row.label, row.href));
      if (row.mark) th.append(mark);
      tr.append(th);
    });
    return tr;
  });
  table.tBodies[0].replaceChildren(...rows);
  inPlace(parentElement);
  if (focused) [...root.querySelectorAll("[data-focus]")].find((e) => e.dataset.focus === focused)?.focus();
}
