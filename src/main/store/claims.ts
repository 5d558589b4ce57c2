/**
 * Values of `sent_hash` for a record that was sent, where it is not known what the directory has of it now. No record
 * has such a hash, so that it counts as changed: `toVerify` until it was read back, `notAsSent` until it is sent again.
 */
export const toVerify = '?';
export const notAsSent = '';
