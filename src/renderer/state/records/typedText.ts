const controls = new Set<() => void>();

/** Has `store` called before records are saved; returns a function that ends this. */
export function holdTyped(store: () => void): () => void {
  controls.add(store);
  return () => void controls.delete(store);
}

/** Stores what is typed in controls that otherwise store it only when they are left. */
export function storeTyped(): void {
  for (const store of [...controls]) store();
}
