// Tables in the reader's own browser: put there when asked, brought back after a reload, removed when asked.
const BASE = "unlearning-leaderboard";
const TABLES = "tables";
const NAMES = "your-results";
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

// What a reload would lose: the names stay in the tab, the tables only where the reader agreed.
async function bringBack(setTriggerValue) {
  const names = JSON.parse(sessionStorage.getItem(NAMES) ?? "[]");
  const tables = await within("readonly", (store) => store.getAll()).catch(() => []);
  tables.sort((a, b) => a.nth - b.nth);
  if (names.length || tables.length) setTriggerValue("back", { names, tables });
}

async function obey(data, told, setTriggerValue) {
  for (const key of data.drop.filter((key) => !told.dropped.has(key))) {
    told.dropped.add(key);
    await within("readwrite", (store) => store.delete(key)).catch(() => {});
  }
  for (const table of data.put.filter((table) => !told.put.has(table.key))) {
    told.put.add(table.key);
    try {
      await within("readwrite", (store) => store.put(table));
      told.choices.set(table.key, table.choices);
      setTriggerValue("stored", { key: table.key, why: "" });
    } catch (error) {
      told.put.delete(table.key);
      setTriggerValue("stored", { key: table.key, why: error?.name ?? "unknown error" });
    }
  }
  for (const [key, choices] of Object.entries(data.choices)) {
    if (told.choices.get(key) === choices) continue;
    told.choices.set(key, choices);
    const table = await within("readonly", (store) => store.get(key)).catch(() => undefined);
    if (table) await within("readwrite", (store) => store.put({ ...table, choices })).catch(() => {});
  }
}

export default function ({ parentElement, data, setTriggerValue }) {
  let told = mounted.get(parentElement);
  if (!told) {
    told = { put: new Set(), dropped: new Set(), choices: new Map(), turn: Promise.resolve() };
    mounted.set(parentElement, told);
    if (data.fresh) told.turn = bringBack(setTriggerValue);
  }
  if (data.names.length) sessionStorage.setItem(NAMES, JSON.stringify(data.names));
  else if (!data.fresh) sessionStorage.removeItem(NAMES);
  told.turn = told.turn.then(() => obey(data, told, setTriggerValue));
}
