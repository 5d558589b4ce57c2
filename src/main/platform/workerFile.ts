/** A worker's file: beside the importer when built (all in one folder), at `source` among the sources. */
export function workerFile(name: string, source: string, importer: string): URL {
  return importer.endsWith('.ts') ? new URL(source, importer) : new URL(`./${name}.js`, importer);
}
