import { getActiveResourcesInfo } from 'node:process';
import { pathToFileURL } from 'node:url';

// Imports each file of its arguments (below the first, the project folder) and prints the remaining open handles, timers
// and signal listeners as JSON. An import that prints breaks the JSON.

const [root, ...files] = process.argv.slice(2);
const reports: Record<string, string[]> = {};
for (const file of files) {
  const before = look();
  await import(pathToFileURL(`${root}/${file}`).href);
  await new Promise(setImmediate);
  reports[file] = look().filter((kind) => !before.includes(kind));
}
process.stdout.write(JSON.stringify(reports));

function look(): string[] {
  const count = new Map<string, number>();
  const listened = process.eventNames().map((event) => `listener of ${String(event)}`);
  return [...getActiveResourcesInfo().filter((kind) => kind !== 'Immediate'), ...listened].map((kind) => {
    count.set(kind, (count.get(kind) ?? 0) + 1);
    return `${kind} ${count.get(kind)}`;
  });
}
