/**
 * Values of `sent_hash` for a record that was sent but whose present content in the directory is unknown. No record has
 * such a hash, so it counts as changed: `toVerify` until it has been read back, `notAsSent` until it is sent again.
 */
export const toVerify = '?';
export const notAsSent = '';
