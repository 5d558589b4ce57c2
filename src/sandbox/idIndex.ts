/** Many ids under one key, cheap for the usual case of one id. */
export class IdIndex {
  private readonly ids = new Map<string, string | Set<string>>();

  add(key: string | undefined, id: string): void {
    if (key === undefined) return;
    const held = this.ids.get(key);
    if (held === undefined) this.ids.set(key, id);
    else if (typeof held !== 'string') held.add(id);
    else if (held !== id) this.ids.set(key, new Set([held, id]));
  }

  remove(key: string | undefined, id: string): void {
    if (key === undefined) return;
    const held = this.ids.get(key);
    if (held === id) this.ids.delete(key);
    else if (held instanceof Set && held.delete(id) && held.size === 0) this.ids.delete(key);
  }

  get(key: string | undefined): Iterable<string> {
    const held = key === undefined ? undefined : this.ids.get(key);
    if (held === undefined) return [];
    return typeof held === 'string' ? [held] : held;
  }
}
