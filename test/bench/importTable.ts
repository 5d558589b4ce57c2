import { openBenchServices } from './benchServices.ts';

const [file, folder, count] = process.argv.slice(2) as [string, string, string];
const { importFile, stop } = await openBenchServices(folder);
const importId = await importFile(file, Number(count));
await stop();
process.send?.(importId);
