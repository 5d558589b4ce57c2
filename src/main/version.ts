import about from '../../package.json' with { type: 'json' };

/** Colophon's own version, as in package.json. */
export const version: string = about.version;
