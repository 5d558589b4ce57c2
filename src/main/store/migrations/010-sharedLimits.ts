/** Version 10: limits are counted in a file that all data folders of a user share (store/limitFile.ts). */
export const sharedLimits = 'DROP TABLE limiters;';
