import type { ChaosOptions, ChaosResult } from './chaos.ts';

/** The lines of a run's report: failed checks with the last actions and the command to repeat them, then the counts. */
export function reportOf(options: ChaosOptions, result: ChaosResult): string[] {
  const { problems, past, rounds, actions, faults, kills, seconds, steps: taken } = result;
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
    `${problems.length === 0 ? 'clean' : 'FAILED'}: ${rounds} rounds, ${actions} actions, ${faults} faults, ${kills} kills, ${seconds} seconds, seed ${options.seed}`,
  ];
}

/** The command that repeats a run. */
export function commandOf(
  { seed, only, steps, plant }: ChaosOptions,
  { rounds }: { rounds: number },
): string {
  const options = [
    `--seed ${seed} --rounds ${rounds}`,
    ...(only ? [`--only "${only.join(',')}"`] : []),
    ...(steps ? [`--steps ${steps}`] : []),
    ...(plant ? [`--plant ${plant}`] : []),
  ];
  return `npm run chaos -- ${options.join(' ')}`;
}
