import type { Selection } from '../../../shared/draft/draft.ts';
import type { ImportStatus } from '../../../shared/draft/importing.ts';
import { call } from '../data/client.ts';
import { openDialog } from '../dialogs/dialogs.ts';
import { draftTotal } from '../records/draftRows.ts';
import { useDraftsView } from '../records/draftsView.ts';
import { countPicked } from '../records/picked.ts';
import { useRoute } from './route.ts';

/** Asks for a format, and exports the upload or import that is shown, otherwise these drafts. */
export async function exportRoute(drafts: { accountId: string; selection: Selection } | null): Promise<void> {
  const { route } = useRoute.getState();
  if (route.screen === 'uploads' && route.uploadId !== null) {
    const { id, counts } = await call('uploads.get', { id: route.uploadId });
    openDialog('export', { source: { uploadId: id }, count: counts.total });
  } else if (route.screen === 'imports') {
    exportImport(await call('imports.get', { id: route.importId }));
  } else if (drafts) {
    const { picked, sort } = useDraftsView.getState();
    const total = draftTotal() ?? 0;
    openDialog('export', { source: { ...drafts, sort }, count: countPicked(picked, total) || total });
  }
}

/** Exports the records of an import that are ticked or were imported. */
export function exportImport({ id, state, read, leftOut }: ImportStatus): void {
  openDialog('export', { source: { importId: id }, count: read - leftOut, isPreview: state === 'preview' });
}
