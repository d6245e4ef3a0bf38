() => {
  const inView = (e) => {
    const box = e.getBoundingClientRect();
    return box.height > 0 && box.top < innerHeight && box.bottom > 0 && !e.closest("details:not([open])");
  };
  const drawn = (e) => e.querySelector(".main-svg") !== null;
  const figures = () => [...document.querySelectorAll(".stPlotlyChart, [class*=st-key-later_]")].filter(inView);
  const still = () => document.querySelector("[data-testid=stApp]")?.dataset.testScriptState === "notRunning"
    && ![...document.querySelectorAll("[data-testid=stSkeleton]")].some(inView);
  const verdicts = "#first-answer :is(h2, .hero h1), .stMain :is(.answer h2, .brief .verdict, .hero h1)";
  const readable = (e) => e.checkVisibility({ visibilityProperty: true });
  const found = window.opening = { text: 0, verdict: 0, figure: 0, all: 0, shift: 0 };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) found.shift += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
  const look = () => {
    const now = performance.now();
    const plots = figures();
    found.text ||= document.querySelector("h1")?.checkVisibility({ visibilityProperty: true }) ? now : 0;
    found.verdict ||= [...document.querySelectorAll(verdicts)].some(readable) ? now : 0;
    found.figure ||= plots.some(drawn) ? now : 0;
    const came = document.querySelector("#root h1");
    found.all ||= came && still() && plots.every(drawn) ? now : 0;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
