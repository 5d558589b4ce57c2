/** Values of `sent_hash` that match no content: `toVerify` until read back, `notAsSent` until sent again. */
export const toVerify = '?';
export const notAsSent = '';
