import about from '../../../package.json' with { type: 'json' };

/** Colophon's own version, as in package.json. */
export const version: string = about.version;

/** The address that announces newer versions (`{version, page}` as JSON); empty until there is one. */
export const updateAddress: string = about.updateAddress;

/** The address of the newest rule pack; empty until there is one. */
export const rulesAddress: string = about.rulesAddress;
