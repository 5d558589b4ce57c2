import type { HandlersOf } from '../../shared/contract/contract.ts';
import type { App } from '../services/createApp.ts';

/** The calls `exports.*`. */
export function exportHandlers({ exports }: App): HandlersOf<'exports'> {
  return {
    'exports.write': exports.write,
    'exports.report': exports.report,
    'exports.tables': exports.tables,
    'exports.returned': exports.returned,
    'exports.cancel': ({ watch }) => {
      exports.cancel(watch);
      return null;
    },
    'exports.read': exports.read,
    'exports.remove': async ({ id }) => {
      await exports.remove(id);
      return null;
    },
    'exports.losses': ({ format }) => exports.losses(format),
  };
}
