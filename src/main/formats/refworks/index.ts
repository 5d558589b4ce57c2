import type { Format } from '../format.ts';

/** The tagged format of RefWorks. */
export const refworks: Format<'refworks'> = {
  mark: /^RT [A-Z][\w ,/;-]{2,40}\r?\n(?:\s{0,20}\n)?[A-Z][A-Z\d](?: |\r?\n)/m,
  read: async () => (await import('./readRefworks.ts')).readRefworks,
};
