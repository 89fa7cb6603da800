// The demo's storage in the browser: one image of the platform's data for each place of the site.

/** The last stored data; undefined without any, or if the browser stores nothing. */
export async function readImage(place: string): Promise<Uint8Array | undefined> {
  const found: unknown = await inStore("readonly", (store) => store.get(place)).catch(() => undefined);
  return found instanceof Uint8Array ? found : undefined;
}

/** Stores the data; if the browser stores nothing, they end with the worker. */
export async function writeImage(place: string, image: Uint8Array): Promise<void> {
  await inStore("readwrite", (store) => store.put(image, place)).catch((error: unknown) => {
    console.warn(`The browser does not store the demo's data: ${String(error)}`);
  });
}

/** Resolves to true if the browser stores anything. */
export function canStore(): Promise<boolean> {
  return inStore("readonly", (store) => store.count()).then(
    () => true,
    () => false,
  );
}

async function inStore<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const opening = indexedDB.open(NAME, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  const database = await settled(opening);
  try {
    return await settled(work(database.transaction(STORE, mode).objectStore(STORE)));
  } finally {
    database.close();
  }
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("no reason is given"));
  });
}

const NAME = "calling-widget-sdk-demo";
const STORE = "images";
