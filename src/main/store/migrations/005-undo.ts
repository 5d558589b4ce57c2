/** Version 5: what bulk changes replaced, so that they can be taken back. */
export const undo = '';
