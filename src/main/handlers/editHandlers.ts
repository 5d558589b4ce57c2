import type { Handlers } from '../../shared/contract/contract.ts';
import type { Edits } from '../edits/edits.ts';

type EditCalls =
  | 'drafts.editPreview'
  | 'drafts.editPreviewRows'
  | 'drafts.edit'
  | 'drafts.copyPreview'
  | 'drafts.copy'
  | 'drafts.cancelEdit'
  | 'drafts.fixable';

/** The calls that edit or copy many drafts. */
export function editHandlers(edits: Edits): Pick<Handlers, EditCalls> {
  return {
    'drafts.editPreview': edits.preview,
    'drafts.editPreviewRows': edits.previewRows,
    'drafts.edit': edits.edit,
    'drafts.copyPreview': edits.copyPreview,
    'drafts.copy': async ({ preview, watch }) => {
      const { changed: copied, ...done } = await edits.edit({ preview, except: [], watch });
      return { copied, ...done };
    },
    'drafts.cancelEdit': ({ watch }) => {
      edits.cancel(watch);
      return null;
    },
    'drafts.fixable': edits.fixable,
  };
}
