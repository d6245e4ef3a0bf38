// Saves a drawing as SVG or as PNG of twice its size, in the reader's browser. Nothing is sent anywhere.
const SCALE = 2;

function svgNode(name, attributes, text) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  if (text !== undefined) node.textContent = text;
  return node;
}

/** A text in lines of a size that are no wider than `width`, broken after spaces and commas, else inside a word. */
function linesWithin(text, width, size = 11, weight = 400) {
  const measure = document.createElement("canvas").getContext("2d");
  measure.font = `${weight} ${size}px ${getComputedStyle(document.body).fontFamily}`;
  const lines = [""];
  const add = (part) => {
    const longer = lines[lines.length - 1] + part, fits = measure.measureText(longer.trimEnd()).width <= width;
    if (fits) lines[lines.length - 1] = longer;
    return fits;
  };
  for (const part of text.split(/(?<=[ ,])/)) {
    if (add(part)) continue;
    if (lines[lines.length - 1]) lines.push("");
    if (!add(part)) for (const letter of part) if (!add(letter)) lines.push(letter);
  }
  return lines.map((line) => line.trimEnd());
}

/** The page's own typeface, to travel inside the picture, so that labels keep their width everywhere. */
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

/** An empty drawing of a size, with the names for those who cannot see it and a ground of its own. */
function sheet({ width, height, title, caption, face, ground }) {
  const root = svgNode("svg", { xmlns: "http://www.w3.org/2000/svg", width, height, viewBox: `0 0 ${width} ${height}` });
  root.append(svgNode("title", {}, title), svgNode("desc", {}, caption), svgNode("style", {}, face));
  root.append(svgNode("rect", { width, height, fill: ground }));
  return root;
}

function saveAs(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

async function savePicture(root, file, ending) {
  const svg = new Blob([new XMLSerializer().serializeToString(root)], { type: "image/svg+xml" });
  if (ending === "svg") return saveAs(svg, `${file}.svg`);
  const image = new Image();
  const address = URL.createObjectURL(svg);
  image.src = address;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(Number(root.getAttribute("width")) * SCALE);
  canvas.height = Math.round(Number(root.getAttribute("height")) * SCALE);
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(address);
  return canvas.toBlob((blob) => saveAs(blob, `${file}.png`), "image/png");
}
