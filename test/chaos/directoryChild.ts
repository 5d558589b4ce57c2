import { startSandbox } from '../../src/sandbox/startSandbox.ts';
import { type ChaosTime, chaosNow } from './chaosTime.ts';

/** How the directories' process is started, as JSON: one sandbox for each entry, on its own state file. */
export interface DirectoryOptions {
  time: ChaosTime;
  sandboxes: { world: unknown; port: number; stateFile: string }[];
}

// The directories in a process of their own, so that they can vanish; tells their ports once they listen.
const { time, sandboxes } = JSON.parse(process.argv[2]!) as DirectoryOptions;
const started = [];
for (const sandbox of sandboxes) {
  const { port } = await startSandbox({
    ...sandbox,
    rate: null,
    now: () => new Date(chaosNow(time)),
    // Delays as the service has them: those of the index and of saving again in the fast time, that of jobs in real time.
    indexDelayMs: 1000,
    checksDelayMs: 3000,
    resaveDelayMs: 10_000,
    jobDelayMs: 10_000 / time.factor,
  });
  started.push(port);
}
process.send?.(started);
// Nobody leads it any more.
process.on('disconnect', () => process.exit());
