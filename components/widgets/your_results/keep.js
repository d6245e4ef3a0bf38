// Tables in the reader's own browser: put there when asked, brought back after a reload, removed when asked.
const BASE = "unlearning-leaderboard";
const TABLES = "tables";
const mounted = new WeakMap();

function within(mode, act) {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(BASE, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(TABLES, { keyPath: "key" });
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const base = opening.result;
      const transaction = base.transaction(TABLES, mode);
      const asked = act(transaction.objectStore(TABLES));
      transaction.oncomplete = () => {
        base.close();
        resolve(asked.result);
      };
      transaction.onabort = () => {
        base.close();
        reject(transaction.error);
      };
    };
  });
}

async function obey({ put, drop, choices }, done, setTriggerValue) {
  for (const key of drop) await within("readwrite", (store) => store.delete(key)).catch(() => {});
  for (const table of put.filter((table) => !done.has(table.key))) {
    done.set(table.key, table.choices);
    const why = await within("readwrite", (store) => store.put(table)).then(
      () => "",
      (error) => error?.name ?? "unknown error",
    );
    if (why) done.delete(table.key);
    setTriggerValue("stored", { key: table.key, why });
  }
  for (const [key, text] of Object.entries(choices)) {
    if (done.get(key) === text) continue;
    done.set(key, text);
    const table = await within("readonly", (store) => store.get(key)).catch(() => undefined);
    if (table) await within("readwrite", (store) => store.put({ ...table, choices: text })).catch(() => {});
  }
}

export default function ({ parentElement, data, setTriggerValue }) {
  let state = mounted.get(parentElement);
  if (!state) {
    state = { done: new Map(), turn: Promise.resolve() };
    mounted.set(parentElement, state);
    if (data.fresh) {
      state.turn = within("readonly", (store) => store.getAll()).then(
        (tables) => tables.length && setTriggerValue("back", { tables: tables.sort((a, b) => a.nth - b.nth) }),
        () => {},
      );
    }
  }
  state.turn = state.turn.then(() => obey(data, state.done, setTriggerValue));
}
