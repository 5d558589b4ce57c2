import type { HandlersOf } from '../../shared/contract/contract.ts';
import type { App } from '../services/createApp.ts';

/** Looks for published articles that are missing at the directory. */
export function gapHandlers(app: App): HandlersOf<'gaps'> {
  const { gaps, refuseIfOff } = app.sources;
  return {
    'gaps.start': ({ accountId, ...order }) => {
      app.access.get(accountId);
      refuseIfOff();
      return gaps.start(accountId, order);
    },
    'gaps.stop': ({ accountId }) => gaps.stop(accountId),
    'gaps.get': ({ accountId }) => gaps.get(accountId),
  };
}
