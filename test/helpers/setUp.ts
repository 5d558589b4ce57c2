import fc from 'fast-check';
import { afterAll } from 'vitest';
import { speak } from '../../src/shared/i18n/i18n.ts';
import { addMainTexts } from '../../src/shared/i18n/mainTexts.ts';

// The same random cases in every run, so that a failure comes from the change; COLOPHON_SEED selects others.
fc.configureGlobal({ seed: Number(process.env.COLOPHON_SEED ?? 20_261_121) });

// Modules of the command line and of main are also tested without their start, which adds them.
await addMainTexts();

// The next test file may run in the same process.
afterAll(() => speak('en'));
