import type { ChaosOptions, ChaosResult } from './chaos.ts';

/** The lines of a run's report: failed checks with the last actions and the command to repeat them, then the counts. */
export function reportOf(
  { seed, only, steps, plant }: ChaosOptions,
  { problems, past, rounds, actions, faults, kills, seconds, steps: taken }: ChaosResult,
): string[] {
  const options = [
    `--seed ${seed} --rounds ${rounds}`,
    ...(only ? [`--only "${only.join(',')}"`] : []),
    ...(steps ? [`--steps ${steps}`] : []),
    ...(plant ? [`--plant ${plant}`] : []),
  ];
  const indented = (lines: readonly string[]) => lines.map((line) => `  ${line}`);
  const failure = [
    '',
    'The last actions:',
    ...indented(past.slice(-120)),
    '',
    'Failed checks:',
    ...indented(problems.map(({ check, text }) => `${check}: ${text}`)),
    '',
    `To repeat: npm run chaos -- ${options.join(' ')}`,
  ];
  return [
    ...(problems.length > 0 ? failure : []),
    '',
    'Steps of items, uploads and applications:',
    ...indented(Object.entries(taken).map(([step, times]) => `${step}: ${times}`)),
    `${problems.length === 0 ? 'clean' : 'FAILED'}: ${rounds} rounds, ${actions} actions, ${faults} faults, ${kills} kills, ${seconds} seconds, seed ${seed}`,
  ];
}
