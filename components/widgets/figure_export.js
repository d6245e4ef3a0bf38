// Saves the chart beside it, with what it rests on beneath.
function drawing(plot, face, { title, caption }) {
  const { width, height } = plot.getBoundingClientRect();
  const page = getComputedStyle(document.querySelector(".stApp"));
  const note = linesWithin(caption, width - 24);
  const full = height + 12 + 14 * note.length + 8;
  const root = sheet({ width, height: full, title, caption, face, ground: page.backgroundColor });
  for (const layer of plot.querySelectorAll(".main-svg")) {
    const copy = layer.cloneNode(true);
    copy.removeAttribute("class");
    copy.setAttribute("x", 0);
    copy.setAttribute("y", 0);
    copy.style.background = "none";
    root.append(copy);
  }
  const text = svgNode("text", { x: 12, fill: page.color, "font-family": page.fontFamily, "font-size": 11 });
  note.forEach((line, i) => text.append(svgNode("tspan", { x: 12, y: height + 20 + 14 * i }, line)));
  root.append(text);
  return root;
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
