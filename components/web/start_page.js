// Before Streamlit's own script: where its server is and who may steer it from around the page (an origin that no page
// has), which it would ask first, on a page below the start at two addresses in turn.
window.__streamlit = {
  BACKEND_BASE_URL: new URL(".", location.href).href,
  HOST_CONFIG: { allowedOrigins: ["https://nobody.invalid"], useExternalAuthToken: false },
};
const { figures } = document.currentScript.dataset;
// who shows the page in a site of theirs may ask for a theme
const theme = new URLSearchParams(location.search).getAll("embed_options").find((o) => /^(light|dark)_theme$/.test(o));
if (theme) document.documentElement.style.colorScheme = theme.split("_")[0];

// Addresses stay readable: Streamlit writes `weights=FA:0.2,RA:0.8` fully percent-encoded.
for (const step of ["pushState", "replaceState"]) {
  const plain = history[step].bind(history);
  history[step] = (state, title, url) =>
    plain(state, title, url && String(url).replace(/%3A/gi, ":").replace(/%2C/gi, ","));
}

// Who turns to the menu is about to see figures: their code is read while the page is chosen.
const turned = ({ target }) => {
  const menu = '[data-testid="stTopNav"], [data-testid="stSidebarNav"], [data-testid="stExpandSidebarButton"]';
  if (!(target instanceof Element) || !target.closest(menu)) return;
  for (const kind of ["pointerover", "focusin"]) removeEventListener(kind, turned);
  import(new URL(figures, window.__streamlit.BACKEND_BASE_URL));
};
if (figures) for (const kind of ["pointerover", "focusin"]) addEventListener(kind, turned, { passive: true });

// What the document answers first goes when the app has put its own in that place, or another page in the document's.
document.documentElement.classList.add("scripted");
const came = '.stMain :is(.answer, .hero, .brief, [data-testid="stAlert"]), .st-key-weights_board[data-drawn]';
const replaced = new MutationObserver(() => {
  const first = document.getElementById("first-answer");
  if (first && document.querySelector(".stMain header.head")) first.classList.add("headed");
  if (!document.querySelector(came) && location.pathname === opened) return;
  first?.remove();
  replaced.disconnect();
});
const opened = location.pathname;
replaced.observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ["data-drawn"] });
