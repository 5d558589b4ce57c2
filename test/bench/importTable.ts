import { openBenchServices } from './benchServices.ts';

const [file, folder, count] = process.argv.slice(2) as [string, string, string];
const { importFiles, stop } = await openBenchServices(folder);
const importId = await importFiles([file], Number(count));
await stop();
process.send?.(importId);
