/** The text of a message, under a name that does not clash with Vitest's `describe`. */
export { describe as textOf } from '../../src/shared/i18n/i18n.ts';
