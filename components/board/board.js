// The board itself: what is shown, gestures, and the exchange with Python.
//
// While a hand moves nothing is sent. On release one `commit` goes to Python with a rising number `seq`; data that
// answers an older number is not allowed to move the weights back. A new `token` is a new session: it always counts.
// Of several keys in a row the first is sent at once and the others together; until then they are one gesture.

const QUIET = 350; // milliseconds without a key after which those pressed are sent, and their gesture ends
const boards = new WeakMap();

export default function (component) {
  const { parentElement, data, setTriggerValue } = component;
  let board = boards.get(parentElement);
  if (!board || !board.isConnected()) {
    board?.close();
    board = makeBoard(parentElement);
    boards.set(parentElement, board);
  }
  board.update(data, (value) => {
    setTriggerValue("commit", value);
    document.dispatchEvent(new Event("committed")); // what follows is behind from now on (later.js)
  });
  inPlace(parentElement);
  return () => {
    board.close();
    boards.delete(parentElement);
  };
}

function makeBoard(root) {
  const find = (selector) => root.querySelector(selector), board = find(".board"), move = find(".move"), sheet = find(".sheet");
  const model = {
    weights: new Float64Array(0), utilities: new Float64Array(0), scores: new Float64Array(0), ranks: new Int32Array(0),
    place: new Int32Array(0), decided: [], shown: null, first: 0, moving: false,
    at: (i) => (model.shown ? Math.max(model.shown[i], 0) : i), // the row of `utilities` whose numbers a row shows
  };
  const ranking = makeRanking(root, model);
  let data = null, send = null, paintSliders = () => {}, shape = "", locked = new Uint8Array(0);
  let known = new Float64Array(0); // the weights Python has, or that are on their way to it
  let before = null; // the last weights of which more than one could move: the way back from one alone
  let base = null; // millionths at the start of a gesture
  let seq = 0, token = null, timer = 0, request = 0;

  const hand = {
    move(own, value) {
      base ??= toMillionths(model.weights);
      use(Float64Array.from(moveWeights(base, locked, own, value, before ?? base), (m) => m / ONE), true);
    },
    release(later) {
      clearTimeout(timer);
      timer = later ? setTimeout(commit, QUIET) : 0;
      if (!later) commit();
    },
    lock(j) {
      commit();
      locked[j] = 1 - locked[j];
      paintSliders(model.weights, locked, model.decided, model.moving);
    },
  };

  function update(next, sender) {
    const shade = isDark(board) ? "dark" : "light";
    [data, send] = [{ ...next, metrics: next.metrics.map((m) => ({ ...m, colour: m[shade] })) }, sender];
    const now = JSON.stringify([data.metrics, data.methods.map((m) => [m.id, m.name]), data.floor, data.tested]);
    const fresh = now !== shape;
    if (fresh) {
      shape = now;
      locked = new Uint8Array(data.metrics.length);
      base = before = null;
      ranking.build(data);
      paintSliders = makeSliders(root, data, hand);
    }
    ranking.renew(data);
    model.utilities = Float64Array.from(data.utilities.flat(), (u) => u ?? NaN);
    if (fresh || data.token !== token || data.seq >= seq) {
      [token, seq] = [data.token, data.seq];
      known = Float64Array.from(data.metrics, (m) => data.weights[m.id] ?? 0);
      if (board.classList.contains("waiting")) document.dispatchEvent(new Event("answered")); // it may ask now
      board.classList.remove("waiting");
      if (!base) use(known, false);
    }
    if (fresh) paint();
    find(".verdict").textContent = data.say.verdict;
    aboutItself();
    find(".support span").textContent = data.say.support.replaceAll(" %", "\u00a0%"); // a number stays with its sign
    find(".chance").hidden = !data.say.chance;
    find(".chance span").textContent = data.say.chance;
    move.hidden = !data.say.move;
    move.textContent = data.say.move?.label ?? "";
  }

  /** What print and an embedded board say: which ranking, whose data, and where it is whole. */
  function aboutItself() {
    const { title, version, name, href } = data.about, whole = find(".about a");
    board.classList.toggle("embedded", data.embedded);
    put(find(".about b"), title);
    put(find(".about .version"), version);
    put(whole, name);
    whole.href = new URL(href, document.baseURI).href;
  }

  function use(weights, moving) {
    model.weights = weights;
    model.moving = moving || board.classList.contains("waiting");
    board.classList.toggle("moving", model.moving);
    request ||= requestAnimationFrame(paint);
  }

  function paint() {
    cancelAnimationFrame(request);
    request = 0;
    if (!board.isConnected) return;
    const { utilities, weights } = model, n = data.utilities.length, m = data.methods.length;
    const each = scoreAll(utilities, weights, new Float64Array(n));
    const kept = each.map((score, i) => (data.passes[i] ? score : NaN)), shown = new Int32Array(m);
    let ranked = kept;
    model.scores = each;
    model.shown = null;
    if (data.members) {
      ranked = scoreGrids(data, kept, new Float64Array(m), shown);
      model.scores = ranked;
      model.shown = shown;
    }
    const rows = data.methods.map((_, i) => i), isModel = (i) => data.methods[i].role !== "";
    const order = sortByScore([...rows.filter(isModel), ...rows.filter((i) => !isModel(i))], ranked);
    const candidates = order.filter((i) => !isModel(i)); // models that are never ranked stand between them
    model.ranks = new Int32Array(m);
    rankAll(candidates, ranked, model.ranks);
    model.place = new Int32Array(m);
    order.forEach((i, at) => { model.place[i] = at; });
    model.first = candidates[0] ?? 0;
    model.decided = decided(utilities, candidates.filter((i) => model.ranks[i]).map(model.at), weights);
    ranking.paint();
    paintSliders(weights, locked, model.decided, model.moving);
    if (!model.moving) put(find(".weighed"), weightsText(data, weights));
  }

  function commit() {
    clearTimeout(timer);
    timer = 0;
    if (!base) return;
    if ([...model.weights].filter((w) => w > 0).length > 1) before = toMillionths(model.weights);
    base = null;
    if (sameWeights(model.weights, known)) use(known, false);
    else tell(model.weights);
  }

  function tell(weights) {
    known = weights;
    seq += 1;
    board.classList.add("waiting");
    use(weights, false);
    const sent = {};
    toMillionths(weights).forEach((m, j) => { if (m) sent[data.metrics[j].id] = m / ONE; });
    send({ seq, weights: sent });
  }

  move.addEventListener("click", () => tell(Float64Array.from(data.metrics, (m) => data.say.move.weights[m.id] ?? 0)));
  find(".equal").addEventListener("click", () => {
    seq += 1;
    board.classList.add("waiting");
    send({ seq, preset: "equal" });
  });
  sheet.addEventListener("click", () => {
    const up = find(".weights").classList.toggle("up");
    sheet.setAttribute("aria-expanded", String(up));
    find(".sheet .do").textContent = up ? "Done" : "Change";
  });
  const picture = async ({ detail: ending }) => { // asked for by Share
    const style = getComputedStyle(board), inks = { ink: style.color, ground: style.getPropertyValue("--ground").trim(), font: style.fontFamily, face: await typeface() };
    savePicture(rankingPicture(data, model, ranking.sorted(), data.picture, inks), data.picture.file, ending);
  };
  document.addEventListener("picture", picture);
  return {
    update, isConnected: () => board.isConnected,
    close() {
      clearTimeout(timer);
      cancelAnimationFrame(request);
      document.removeEventListener("picture", picture);
      ranking.close();
    },
  };
}

/** Light text means a dark page. */
function isDark(element) {
  const [red, green, blue] = getComputedStyle(element).color.match(/[\d.]+/g).map(Number);
  return red + green + blue > 384;
}
