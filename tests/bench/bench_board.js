() => {
  const log = window.boardMoves = [];
  let current = null, within = 0;
  const timed = (run) => {
    const outer = within++, start = performance.now();
    try { return run(); } finally {
      within--;
      if (!outer && current && !current.drawn) current.script += performance.now() - start;
    }
  };
  const frame = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (callback) => frame((now) => {
    const shown = current;
    timed(() => callback(now));
    if (shown && !shown.drawn) {
      shown.drawn = true;
      const after = new MessageChannel();
      after.port1.onmessage = () => { shown.painted = performance.now() - shown.at; };
      after.port2.postMessage(0);
    }
  });
  const add = EventTarget.prototype.addEventListener;
  EventTarget.prototype.addEventListener = function (type, listener, options) {
    if (type !== "input" || typeof listener !== "function") return add.call(this, type, listener, options);
    return add.call(this, type, function (event) { return timed(() => listener.call(this, event)); }, options);
  };
  add.call(window, "input", (event) => {
    const range = event.composedPath()[0].type === "range";
    if (range) log.push(current = { at: performance.now(), script: 0, painted: null, drawn: false });
  }, true);
}
