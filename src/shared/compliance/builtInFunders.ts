import file from '../../../resources/funders.json' with { type: 'json' };

/** The funders that come with Colophon, as the compliance checker had them on that day (reference/checker-api.md 0.1, 6.1). */
export const builtInFunders = file;
