import type { HandlersOf } from '../../shared/contract/contract.ts';
import type { HarvestRuns } from '../sources/harvest/harvestRuns.ts';

/** Harvests repositories into imports. */
export function harvestHandlers(parts: {
  runs: HarvestRuns;
  /** Throws AppError `state` while external sources are switched off. */
  refuseIfOff: () => void;
}): HandlersOf<'harvest'> {
  const { runs, refuseIfOff } = parts;
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
    'harvest.gone': ({ importId }) => runs.gone(importId),
  };
}
