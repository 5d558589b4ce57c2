import type { HandlersOf } from '../../shared/contract/contract.ts';
import type { App } from '../services/createApp.ts';

/** Harvests repositories into imports, and looks for published articles that are missing at the directory. */
export function harvestHandlers(app: App): HandlersOf<'harvest'> {
  const { harvests: runs, gaps, refuseIfOff } = app.sources;
  return {
    'harvest.offer': ({ accountId, address }) => {
      refuseIfOff();
      return runs.offer(accountId, address);
    },
    'harvest.sources': ({ accountId }) => runs.sources(accountId),
    'harvest.forget': ({ id }) => {
      runs.forget(id);
      return null;
    },
    'harvest.start': ({ accountId, ...order }) => {
      refuseIfOff();
      return runs.start(accountId, order);
    },
    'harvest.cancel': ({ accountId }) => runs.cancel(accountId),
    'harvest.get': ({ accountId }) => runs.get(accountId),
    'harvest.read': async ({ accountId, at }) => {
      const { piece, sizes } = await runs.read(accountId, at);
      return { piece: piece.toString('base64'), sizes };
    },
    'harvest.settle': ({ accountId }) => {
      runs.settle(accountId);
      return null;
    },
    'harvest.gone': ({ importId }) => runs.gone(importId),
    'harvest.startGaps': ({ accountId, ...order }) => {
      app.access.get(accountId);
      refuseIfOff();
      return gaps.start(accountId, order);
    },
    'harvest.stopGaps': ({ accountId }) => gaps.stop(accountId),
    'harvest.gaps': ({ accountId }) => gaps.get(accountId),
  };
}
