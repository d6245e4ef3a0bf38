// Saves the chart beside it as SVG or PNG, drawn in the reader's browser. Nothing is sent anywhere.
const NS = "http://www.w3.org/2000/svg";
const SCALE = 2;

function lines(text, width) {
  const most = Math.max(20, Math.floor(width / 5.4));
  const broken = [""];
  for (const word of text.split(" ")) {
    const last = broken[broken.length - 1];
    if (last && last.length + word.length + 1 > most) broken.push(word);
    else broken[broken.length - 1] = last ? `${last} ${word}` : word;
  }
  return broken;
}

function make(name, attributes, text) {
  const node = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  if (text !== undefined) node.textContent = text;
  return node;
}

// The page's own typeface travels inside the picture, so that labels keep their width everywhere.
async function typeface() {
  const source = document.querySelector('link[rel="preload"][as="font"]');
  if (!source) return "";
  const blob = await (await fetch(source.href, { cache: "force-cache" })).blob();
  const data = await new Promise((done) => {
    const reader = new FileReader();
    reader.onload = () => done(reader.result);
    reader.readAsDataURL(blob);
  });
  return `@font-face{font-family:"Source Sans";font-weight:200 900;src:url(${data}) format("woff2")}`;
}

function drawing(plot, face, { title, caption }) {
  const { width, height } = plot.getBoundingClientRect();
  const page = getComputedStyle(document.querySelector(".stApp"));
  const note = lines(caption, width - 24);
  const full = height + 12 + 14 * note.length + 8;
  const root = make("svg", { xmlns: NS, width, height: full, viewBox: `0 0 ${width} ${full}` });
  root.append(make("title", {}, title), make("desc", {}, caption));
  root.append(make("style", {}, face));
  root.append(make("rect", { width, height: full, fill: page.backgroundColor }));
  for (const layer of plot.querySelectorAll(".main-svg")) {
    const copy = layer.cloneNode(true);
    copy.removeAttribute("class");
    copy.setAttribute("x", 0);
    copy.setAttribute("y", 0);
    copy.style.background = "none";
    root.append(copy);
  }
  const text = make("text", { x: 12, fill: page.color, "font-family": page.fontFamily, "font-size": 11 });
  note.forEach((line, i) => text.append(make("tspan", { x: 12, y: height + 20 + 14 * i }, line)));
  root.append(text);
  return { text: new XMLSerializer().serializeToString(root), width, height: full };
}

function save(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

async function download(data, ending) {
  const plot = document.querySelector(`.st-key-figure_${data.name} .js-plotly-plot`);
  const made = drawing(plot, await typeface(), data);
  const svg = new Blob([made.text], { type: "image/svg+xml" });
  if (ending === "svg") return save(svg, `${data.file}.svg`);
  const image = new Image();
  const address = URL.createObjectURL(svg);
  image.src = address;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(made.width * SCALE);
  canvas.height = Math.round(made.height * SCALE);
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(address);
  canvas.toBlob((blob) => save(blob, `${data.file}.png`), "image/png");
}

export default function ({ data, parentElement }) {
  for (const button of parentElement.querySelectorAll("button")) {
    const ending = button.dataset.ending;
    button.setAttribute("aria-label", `Download ${ending.toUpperCase()} of ${data.title}`);
    button.onclick = () => download(data, ending);
  }
}
