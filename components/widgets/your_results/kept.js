// Keeps the table that the reader brought in this browser, never on the server, and offers it again.
const PLACE = "your-results";

const kept = () => {
  try {
    return JSON.parse(localStorage.getItem(PLACE));
  } catch {
    return null; // not readable: as if nothing were kept
  }
};

// Returns whether the table is kept; the files come once, what was chosen of them each time.
const keep = ({ version, name, files, choices }) => {
  const before = kept();
  const contents = files ?? (before?.version === version ? before.files : null);
  if (!contents) return false;
  const day = new Date().toISOString().slice(0, 10);
  try {
    localStorage.setItem(PLACE, JSON.stringify({ version, name, day, files: contents, choices }));
    return true;
  } catch {
    localStorage.removeItem(PLACE); // no room: what was kept before is another table
    return false;
  }
};

const button = (label, press) => {
  const element = document.createElement("button");
  element.type = "button";
  element.textContent = label;
  element.onclick = press;
  return element;
};

export default function ({ data, parentElement, setTriggerValue }) {
  const line = parentElement.querySelector("p");
  const forget = button("Forget this table", () => {
    localStorage.removeItem(PLACE);
    line.replaceChildren();
    setTriggerValue("forgotten", true);
  });
  if (data.version) {
    const isKept = data.fits && keep(data);
    line.replaceChildren(isKept ? "Kept in this browser. " : "Not kept in this browser: it is too large. ", forget);
    return;
  }
  const record = kept();
  if (!record) {
    line.replaceChildren();
    return;
  }
  const name = `Kept in this browser: ${record.name}, ${record.day}. `;
  const open = button("Open it again", () => setTriggerValue("opened", record));
  line.replaceChildren(name, open, " ", forget);
}
