() => {
  const read = [], drawn = [], controls = new Set(), at = {};
  const DRAWN = "table, svg, figure, [role=table], [role=grid], [role=img]";
  const CONTROL = "a[href], button, input, select, textarea, summary, [role=tab], [role=slider], [role=combobox]";
  const WHOLE = "[data-testid=stSelectbox], [data-testid=stMultiSelect], [data-testid=stFileUploader], [role=radiogroup]";
  const above = (e) => e.parentElement ?? (e.getRootNode() instanceof ShadowRoot ? e.getRootNode().host : null);
  const within = (e, what) => e && (e.matches(what) ? e : within(above(e), what));
  const cut = (a, b) => ({
    left: Math.max(a.left, b.left), right: Math.min(a.right, b.right),
    top: Math.max(a.top, b.top), bottom: Math.min(a.bottom, b.bottom),
  });
  const seen = (box, e) => {
    let part = cut(box, { left: 0, top: 0, right: innerWidth, bottom: innerHeight });
    for (; e && e !== document.body; e = above(e)) {
      const { overflowX, overflowY } = getComputedStyle(e);
      if (overflowX !== "visible" || overflowY !== "visible") part = cut(part, e.getBoundingClientRect());
    }
    const [width, height] = [part.right - part.left, part.bottom - part.top];
    return width > 1 && height > 1 && width * 2 >= box.width && height * 2 >= box.height;
  };
  const shown = (e) => e.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const walk = (root) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.currentNode; node; node = walker.nextNode()) {
      if (node.shadowRoot) walk(node.shadowRoot);
      if (node.matches?.(CONTROL) && !node.matches(":disabled, [aria-disabled=true]") && shown(node) && seen(node.getBoundingClientRect(), node))
        controls.add(within(node, WHOLE) || node);
      if (node.matches?.("input:not([type=file], [type=range]), textarea") && seen(node.getBoundingClientRect(), node))
        read.push(...((node.value || node.placeholder).match(/\S*\p{L}\S*/gu) ?? []));
      if (node.nodeType !== Node.TEXT_NODE || !node.data.trim()) continue;
      const box = node.parentElement ?? node.getRootNode().host;
      if (box.closest("script, style, option, [data-testid=stIconMaterial]") || !shown(box)) continue;
      const range = document.createRange();
      for (const word of node.data.matchAll(/\S*\p{L}\S*/gu)) {
        range.setStart(node, word.index);
        range.setEnd(node, word.index + word[0].length);
        if (seen(range.getBoundingClientRect(), box)) (within(box, DRAWN) ? drawn : read).push(word[0]);
      }
    }
  };
  walk(document.body);
  const find = (selector) => [document, ...[...document.querySelectorAll("*")].flatMap((e) => e.shadowRoot ?? [])]
    .map((root) => root.querySelector(selector)).find((e) => e && shown(e))?.getBoundingClientRect();
  const answer = find(".verdict, .st-key-answer p, .hero"), figure = find(".stPlotlyChart");
  return {
    read: read.length, drawn: drawn.length, controls: controls.size,
    answer: answer && [Math.round(answer.top), Math.round(answer.bottom)],
    ranking: Math.round(find('[role=table][aria-label="Ranking"]')?.top ?? NaN),
    figure: Math.round(figure?.bottom ?? NaN),
  };
}
