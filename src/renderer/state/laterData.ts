/** The address of the data that the build keeps out of this window's scripts (`electron.vite.config.ts`). */
declare const COLOPHON_LATER_DATA: string | undefined;
const address = typeof COLOPHON_LATER_DATA === 'undefined' ? null : COLOPHON_LATER_DATA;

let loading: Promise<Record<string, unknown>> | null = null;
let loaded: Record<string, unknown> | null = null;

/**
 * Runs `load` once the tables are here that rules read when their code is loaded: all code that is loaded later than the
 * first screen is loaded with this. Rejects if they cannot be fetched; the next call tries again.
 */
export async function withLaterData<T>(load: () => Promise<T>): Promise<T> {
  if (address !== null && loaded === null) {
    loading ??= fetchData(address);
    loading.catch(() => {
      loading = null;
    });
    loaded = await loading;
  }
  return load();
}

async function fetchData(from: string): Promise<Record<string, unknown>> {
  const response = await fetch(from);
  if (!response.ok) throw new Error(`${from}: ${response.status}`);
  return (await response.json()) as Record<string, unknown>;
}

/** @public Read by the modules that the build puts in place of the tables. */
export function laterData(name: string): unknown {
  if (loaded === null) throw new Error(`The table ${name} was read before it was fetched.`);
  return loaded[name];
}
