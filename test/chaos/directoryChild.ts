import { startSandbox } from '../../src/sandbox/startSandbox.ts';
import { type ChaosTime, chaosNow } from './chaosTime.ts';

/** The start options of the directories' process, as JSON: one sandbox per entry, each with its own state file. */
export interface DirectoryOptions {
  time: ChaosTime;
  /** The service's delays are divided by this. */
  haste: number;
  sandboxes: { world: unknown; port: number; stateFile: string }[];
}

// The directories in their own process, so that they can be killed; sends their ports once they listen.
const { time, haste, sandboxes } = JSON.parse(process.argv[2]!) as DirectoryOptions;
const started = [];
for (const sandbox of sandboxes) {
  const { port } = await startSandbox({
    ...sandbox,
    rate: null,
    now: () => new Date(chaosNow(time)),
    // The service's delays: for the index and for saving again in fast time, for jobs in real time.
    indexDelayMs: 1000 / haste,
    checksDelayMs: 3000 / haste,
    resaveDelayMs: 10_000 / haste,
    jobDelayMs: 10_000 / time.factor / haste,
  });
  started.push(port);
}
process.send?.(started);
// The parent process has ended.
process.on('disconnect', () => process.exit());
