/** Whether this is `npm run test:full`, which runs every night and repeats what `npm test` tries once. */
export const isFullRun = Boolean(process.env.COLOPHON_TEST_FULL);

/** Options of a test that only `npm run test:full` runs. */
export const onlyInFullRuns = isFullRun ? {} : { skip: true, meta: { reason: 'only in npm run test:full' } };
