// Saves the chart beside it under its title, with how to read it and what it rests on beneath.
const EDGE = 12, TITLE = { size: 16, line: 22 }, NOTE = { size: 11, line: 14 };
const PASSING = ".hoverlayer > *, .zoomlayer > *, .select-outline"; // what a pointer leaves on a chart

function drawing(plot, face, { title, reading, caption }) {
  const { width, height } = plot.getBoundingClientRect(), room = width - 2 * EDGE;
  const page = getComputedStyle(document.querySelector(".stApp"));
  const heading = linesWithin(title, room, TITLE.size, 600);
  const note = [reading, caption].filter(Boolean).flatMap((text) => linesWithin(text, room, NOTE.size));
  const top = EDGE + TITLE.line * heading.length, below = top + height + EDGE;
  const root = sheet({ width, height: below + NOTE.line * note.length + EDGE, title, caption, face, ground: page.backgroundColor });
  const write = (lines, y, { size, line }, more = {}) => {
    const text = svgNode("text", { fill: page.color, "font-family": page.fontFamily, "font-size": size, ...more });
    lines.forEach((words, i) => text.append(svgNode("tspan", { x: EDGE, y: y + line * i + size }, words)));
    root.append(text);
  };
  write(heading, EDGE, TITLE, { "font-weight": 600 });
  for (const layer of plot.querySelectorAll(".main-svg")) root.append(still(layer, plot, top));
  write(note, below, NOTE);
  return root;
}

// A layer of the chart as it is without a pointer and without the frame around what is open.
function still(layer, plot, top) {
  const copy = layer.cloneNode(true);
  copy.removeAttribute("class");
  copy.setAttribute("x", 0);
  copy.setAttribute("y", top);
  copy.style.background = "none";
  const opened = (plot.layout?.shapes ?? []).flatMap((shape, i) => (shape.name === "opened" ? [`.shapelayer [data-index="${i}"]`] : []));
  for (const node of copy.querySelectorAll([PASSING, ...opened].join(", "))) node.remove();
  return copy;
}

// The chart, which may still have to come.
async function chart(name) {
  const place = document.querySelector(`.st-key-figure_${name}`);
  place.scrollIntoView({ block: "nearest" });
  for (;;) {
    const found = place.querySelector(".js-plotly-plot .main-svg")?.closest(".js-plotly-plot");
    if (found || !place.isConnected) return found;
    await new Promise(requestAnimationFrame);
  }
}

export default function ({ data, parentElement }) {
  for (const button of parentElement.querySelectorAll("button")) {
    const ending = button.dataset.ending;
    button.setAttribute("aria-label", `Download ${ending.toUpperCase()} of ${data.title}`);
    button.onclick = async () => {
      if (!data.file) return document.dispatchEvent(new CustomEvent("picture", { detail: ending })); // the board knows it
      const plot = await chart(data.name);
      if (plot) await savePicture(drawing(plot, await typeface(), data), data.file, ending);
    };
  }
}
