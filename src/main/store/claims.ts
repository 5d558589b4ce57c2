/** Values of `sent_hash` like no content: `toVerify` until read back, `notAsSent` until sent again. */
export const toVerify = '?';
export const notAsSent = '';
