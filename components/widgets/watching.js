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

// A popover that a click on a link closes tells the server so after the link has: the run of the page that is left would
// come last, and leave the other one blank, or not let it be drawn. So it closes first, and the link follows.
const shut = (event) => {
  if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = event.composedPath().find((e) => e instanceof HTMLAnchorElement);
  const open = document.querySelectorAll('[data-testid="stPopoverButton"][aria-expanded="true"]');
  if (!link || link.target || !open.length || link.closest('[data-testid="stPopoverBody"]')) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  for (const button of open) button.click();
  setTimeout(() => link.click(), 50);
};

function watchPopovers() {
  document.addEventListener("click", shut, true);
  return () => document.removeEventListener("click", shut, true);
}

// The narrow menu covers the page that is chosen in it. Streamlit closes it on telephones alone, and not in other narrow
// windows.
const fold = (event) => {
  if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  if (!event.target.closest('[data-testid="stSidebarNavLink"]')) return;
  requestAnimationFrame(() => {
    const isOpen = !document.querySelector('[data-testid="stExpandSidebarButton"]');
    if (isOpen) document.querySelector('[data-testid="stSidebarCollapseButton"] button')?.click();
  });
};

function watchMenu() {
  document.addEventListener("click", fold);
  return () => document.removeEventListener("click", fold);
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
  const ends = [watchDrawing(app), watchLinks(), watchMenu(), watchPopovers(), watchConnection(app, setTriggerValue)];
  return () => {
    for (const end of ends) end();
    watched.delete(parentElement);
  };
}
