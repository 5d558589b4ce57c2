import type { Handlers } from '../../shared/contract/contract.ts';
import type { App } from '../services/createApp.ts';

type EditCalls =
  | 'edits.preview'
  | 'edits.previewRows'
  | 'edits.apply'
  | 'edits.copyPreview'
  | 'edits.copy'
  | 'edits.cancel'
  | 'edits.fixable';

/** The calls that edit or copy many drafts. */
export function editHandlers({ edits }: App): Pick<Handlers, EditCalls> {
  return {
    'edits.preview': edits.preview,
    'edits.previewRows': edits.previewRows,
    'edits.apply': edits.edit,
    'edits.copyPreview': edits.copyPreview,
    'edits.copy': async ({ preview, watch }) => {
      const { changed: copied, ...done } = await edits.edit({ preview, except: [], watch });
      return { copied, ...done };
    },
    'edits.cancel': ({ watch }) => {
      edits.cancel(watch);
      return null;
    },
    'edits.fixable': edits.fixable,
  };
}
