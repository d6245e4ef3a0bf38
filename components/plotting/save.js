// Saves a drawing as SVG or as PNG of twice its size, in the reader's browser. Nothing is sent anywhere.
const SCALE = 2;

function svgNode(name, attributes, text) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  if (text !== undefined) node.textContent = text;
  return node;
}

/** Words in lines of text of 11 pixels that are no wider than `width`. */
function linesWithin(text, width) {
  const most = Math.max(20, Math.floor(width / 5.4));
  const found = [""];
  for (const word of text.split(" ")) {
    const last = found[found.length - 1];
    if (last && last.length + word.length + 1 > most) found.push(word);
    else found[found.length - 1] = last ? `${last} ${word}` : word;
  }
  return found;
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
