import type { ChaosOptions, ChaosResult } from './chaos.ts';

/** The limits of repeating a seed. */
const whatDiffers = [
  'The seed draws the actions with their numbers, the points of kills (counted in statements, writes, requests and',
  'answers), the delays of each request and response, how late timers fire, random numbers, and when messages to worker',
  'threads arrive. It cannot draw how the system schedules the processes and threads, how long the disk, SQLite and the',
  'network really take, when memory is collected, or what the clock shows while they do: with another interleaving, a',
  'call may meet a later state of work in the background. Equal fingerprints mean equal actions and results.',
];

/** The lines of a run's report: failed checks with the last actions and the command to repeat them, then the counts. */
export function reportOf(options: ChaosOptions, result: ChaosResult): string[] {
  const { problems, past, rounds, actions, faults, kills, seconds, steps: taken, trace } = result;
  const indented = (lines: readonly string[]) => lines.map((line) => `  ${line}`);
  const failure = [
    '',
    'The last actions:',
    ...indented(past.slice(-120)),
    '',
    'Failed checks:',
    ...indented(problems.map(({ check, text }) => `${check}: ${text}`)),
    '',
    `To repeat: ${commandOf(options, result)}`,
  ];
  return [
    ...(problems.length > 0 ? failure : []),
    '',
    'Steps of items, uploads and applications:',
    ...indented(Object.entries(taken).map(([step, times]) => `${step}: ${times}`)),
    '',
    ...whatDiffers,
    `Fingerprint of ${trace.lines.length} actions and results: ${trace.fingerprint()}`,
    `${problems.length === 0 ? 'clean' : 'FAILED'}: ${rounds} rounds, ${actions} actions, ${faults} faults, ${kills} kills, ${seconds} seconds, seed ${options.seed}`,
  ];
}

/** The command that repeats a run. */
export function commandOf(
  { seed, only, steps, plant, office, people }: ChaosOptions,
  { rounds }: { rounds: number },
): string {
  const options = [
    `--seed ${seed} --rounds ${rounds}`,
    ...(only ? [`--only "${only.join(',')}"`] : []),
    ...(steps ? [`--steps ${steps}`] : []),
    ...(office ? ['--office'] : []),
    ...(people ? [`--people ${people}`] : []),
    ...(plant ? [`--plant ${plant}`] : []),
  ];
  return `npm run chaos -- ${options.join(' ')}`;
}
