import { useState } from 'react';
import type { SavedList } from '../../shared/draft/draft.ts';
import { t } from '../../shared/i18n/i18n.ts';
import { SaveListDialog } from '../parts/dialogs/SaveListDialog.tsx';
import { MoreMenu } from '../parts/lists/MoreMenu.tsx';
import { useAction } from '../parts/useAction.ts';
import { call } from '../state/data/client.ts';
import { showUndoable } from '../state/records/undo.ts';

/** Renames or removes a saved list. */
export function SavedListMenu({ list }: { list: SavedList }) {
  const [isRenaming, setRenaming] = useState(false);
  const remove = useAction(async () => {
    const { undoId } = await call('drafts.removeList', { id: list.id });
    showUndoable(t('drafts.saved.removed', { name: list.name }), undoId);
  });
  return (
    <>
      <MoreMenu
        label={t('drafts.saved.more', { name: list.name })}
        items={[
          { label: t('drafts.saved.rename'), run: () => setRenaming(true) },
          { label: t('drafts.saved.remove'), run: remove.run },
        ]}
      />
      {isRenaming && <SaveListDialog list={list} onClose={() => setRenaming(false)} />}
    </>
  );
}
