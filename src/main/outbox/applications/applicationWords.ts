import { msg } from '../../../shared/message.ts';
import type { AccountWords } from '../accountOutcome.ts';

/** The reasons in the timeline of applications that wait. */
export const applicationWords: AccountWords = {
  keyMissing: msg('applicationLife.event.keyMissing'),
  keyRefused: msg('applicationLife.event.keyRefused'),
  version: msg('applicationLife.event.version'),
  address: (words) => msg('applicationLife.event.address', { words }),
  maintenance: () => null,
  lookUp: null,
};
