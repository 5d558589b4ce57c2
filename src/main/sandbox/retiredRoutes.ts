import { Refusal } from './refusals.ts';
import type { Route } from './routes.ts';

/** The application routes of versions 1 and 2, which still ask for a key before they refuse (addenda 1.1). */
export const retiredRoutes: Route[] = (
  [
    ['POST', /^applications$/],
    ['GET', /^applications\/([^/]+)$/],
    ['PUT', /^applications\/([^/]+)$/],
    ['DELETE', /^applications\/([^/]+)$/],
    ['POST', /^bulk\/applications$/],
    ['DELETE', /^bulk\/applications$/],
  ] as const
).map(([method, pattern]) => ({
  method,
  pattern,
  versions: [],
  retired: [1, 2],
  key: 'required',
  writes: method !== 'GET',
  handle: () => {
    throw new Refusal(404);
  },
}));
