/** A worker's file: beside this one when built (all in one folder), among the sources otherwise. */
export function workerFile(name: string, source: string): URL {
  return import.meta.url.endsWith('.ts')
    ? new URL(source, import.meta.url)
    : new URL(`./${name}.js`, import.meta.url);
}
