import { startSandbox } from '../../src/sandbox/startSandbox.ts';
import { type ChaosTime, chaosNow } from './chaosTime.ts';

/** The start options of the directories' process, as JSON: one sandbox per entry, each with its own state file. */
export interface DirectoryOptions {
  time: ChaosTime;
  sandboxes: { world: unknown; port: number; stateFile: string }[];
}

// The directories in their own process, so that they can be killed; sends their ports once they listen.
const { time, sandboxes } = JSON.parse(process.argv[2]!) as DirectoryOptions;
const started = [];
for (const sandbox of sandboxes) {
  const { port } = await startSandbox({
    ...sandbox,
    rate: null,
    now: () => new Date(chaosNow(time)),
    // The service's delays: for the index and for saving again in fast time, for jobs in real time.
    indexDelayMs: 1000,
    checksDelayMs: 3000,
    resaveDelayMs: 10_000,
    jobDelayMs: 10_000 / time.factor,
  });
  started.push(port);
}
process.send?.(started);
// The parent process has ended.
process.on('disconnect', () => process.exit());
