// What watches every page, each part until the page is left.

// Streamlit draws the groups of the narrow menu as a list that assistive technology cannot read, behind a button without
// a word, and takes the role of the box for files away, which has a name: a named group is what it is.
const mend = () => {
  const list = document.querySelector('[data-testid="stSidebarNavItems"]:not([role])');
  if (list) {
    list.setAttribute("role", "none");
    for (const item of list.querySelectorAll("li")) item.setAttribute("role", "none");
    for (const head of list.querySelectorAll("header")) {
      head.parentElement.setAttribute("role", "group");
      head.parentElement.setAttribute("aria-label", head.innerText.split("\n")[0]);
    }
  }
  const button = document.querySelector('[data-testid="stExpandSidebarButton"]:not([aria-label="Menu"])');
  if (button) button.setAttribute("aria-label", "Menu");
  const boxes = document.querySelectorAll('[data-testid="stFileUploaderDropzone"][role="presentation"]');
  for (const box of boxes) box.setAttribute("role", "group");
};

function watchDrawing(app) {
  let waiting = false;
  const observer = new MutationObserver(() => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => { waiting = false; mend(); });
  });
  observer.observe(app, { childList: true, subtree: true });
  mend();
  return () => observer.disconnect();
}

// Links to names, and others marked so, are followed without leaving the session, as Streamlit does on Back and Forward:
// the address first, then the page that belongs to it.
const follow = (event) => {
  if (event.defaultPrevented || event.button) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = event.composedPath().find((e) => e instanceof HTMLAnchorElement && e.dataset.inside !== undefined);
  if (!link || new URL(link.href).origin !== location.origin) return;
  event.preventDefault();
  const to = new URL(link.href);
  if (new URLSearchParams(location.search).get("embed") === "true") to.searchParams.set("embed", "true");
  history.pushState({}, "", to);
  window.dispatchEvent(new PopStateEvent("popstate"));
};

function watchLinks() {
  document.addEventListener("click", follow);
  return () => document.removeEventListener("click", follow);
}

// A session that another server (or a restarted one) has just opened knows neither controls nor callbacks until the page
// has run there; Streamlit waits with that run for the reader's next click, whose callback then finds nobody. So the
// page runs again at once. The view itself comes back from the address.
function watchConnection(app, setTriggerValue) {
  let lost = false;
  const observer = new MutationObserver(() => {
    const connected = app.dataset.testConnectionState === "CONNECTED";
    if (lost && connected) setTimeout(() => setTriggerValue("back", Date.now()), 300 * Math.random());
    lost = !connected;
  });
  observer.observe(app, { attributes: true, attributeFilter: ["data-test-connection-state"] });
  return () => observer.disconnect();
}

const watched = new WeakSet();

export default function ({ parentElement, setTriggerValue }) {
  if (watched.has(parentElement)) return;
  watched.add(parentElement);
  const app = document.querySelector('[data-testid="stApp"]');
  const ends = [watchDrawing(app), watchLinks(), watchConnection(app, setTriggerValue)];
  return () => {
    for (const end of ends) end();
    watched.delete(parentElement);
  };
}
