// Before Streamlit's own script: where its server is and who may steer it from around the page (an origin that no page
// has), which it would ask first, on a page below the start at two addresses in turn. Once its frame stands, the code of
// what this page draws first is asked for: at once it would be fetched and compiled in the way of the first text.
window.__streamlit = {
  BACKEND_BASE_URL: new URL(".", location.href).href,
  HOST_CONFIG: { allowedOrigins: ["https://nobody.invalid"], useExternalAuthToken: false },
};
new MutationObserver((_, observer) => {
  if (!document.querySelector("#root > *")) return;
  observer.disconnect();
  document.head.append(document.getElementById("next").content);
}).observe(document, { childList: true, subtree: true });

// Who turns to the menu is about to see figures: their code is read while the page is chosen.
const turned = ({ target }) => {
  const menu = '[data-testid="stTopNav"], [data-testid="stSidebarNav"], [data-testid="stExpandSidebarButton"]';
  if (!(target instanceof Element) || !target.closest(menu)) return;
  for (const kind of ["pointerover", "focusin"]) removeEventListener(kind, turned);
  import(new URL(document.getElementById("next").dataset.figures, window.__streamlit.BACKEND_BASE_URL));
};
for (const kind of ["pointerover", "focusin"]) addEventListener(kind, turned, { passive: true });
