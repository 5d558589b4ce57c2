import about from '../../../package.json' with { type: 'json' };

/** Colophon's own version, as in package.json. */
export const version: string = about.version;

/** Where a newer version is told of (`{version, page}` as JSON); empty until there is such a place. */
export const updateAddress: string = about.updateAddress;
