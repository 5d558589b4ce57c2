import fc from 'fast-check';

// The same random cases in every run, so that a failure is the change's own; COLOPHON_SEED takes others.
fc.configureGlobal({ seed: Number(process.env.COLOPHON_SEED ?? 20_261_121) });
