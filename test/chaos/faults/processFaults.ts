import type { Application } from '../application.ts';
import type { Check } from '../problem.ts';

/** A program in the place of the application, with one fault. */
export interface ProcessFault {
  check: Check;
  says: string;
  /** JavaScript; it may call `begin` to say that it has started, and `stop` runs when it is asked to end. */
  program: string;
  /** Real milliseconds for a call, the start and the end. */
  patience?: { call: number; start: number; stop: number };
  use: (application: Application) => Promise<unknown>;
}

const short = { call: 50, start: 20_000, stop: 20_000 };

/** Programs with faults in their process, at least one for each check of `createApplication`. */
export const processFaults: ProcessFault[] = [
  {
    check: 'unexpected end',
    says: 'The application ended by itself with 1: ',
    program: 'begin(); setImmediate(() => { console.error("out of order"); process.exit(1) })',
    use: (application) => application.call('app.info', {}),
  },
  {
    check: 'exit code',
    says: 'The application ended with code 7: ',
    program: 'begin(); stop = () => process.exit(7)',
    use: (application) => application.stop(),
  },
  {
    check: 'standard error',
    says: 'The application wrote to its standard error: a warning',
    program: 'begin(); stop = () => { console.error("a warning"); process.disconnect() }',
    use: (application) => application.stop(),
  },
  {
    check: 'call unanswered',
    says: 'The application did not answer app.info within 0.05 seconds.',
    program: 'begin()',
    patience: short,
    use: (application) => application.call('app.info', {}),
  },
  {
    check: 'slow start',
    says: 'The application did not start within 0.001 seconds.',
    program: 'begin()',
    patience: { ...short, start: 1 },
    use: async () => undefined,
  },
  {
    check: 'slow end',
    says: 'The application did not end within 0.05 seconds.',
    program: 'begin(); stop = () => undefined',
    patience: { ...short, stop: 50 },
    use: (application) => application.stop(),
  },
];

/** The whole program of a fault. */
export function programOf({ program }: ProcessFault): string {
  return `let stop = () => process.disconnect();
    const begin = () => process.send({ kind: 'started' });
    process.on('message', ({ kind }) => { if (kind === 'stop') stop(); });
    ${program}`;
}
