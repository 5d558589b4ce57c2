import { Button, Menu, MenuItem, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components';
import { MoreHorizontalRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import type { SavedList } from '../../shared/draft/draft.ts';
import { t } from '../../shared/i18n/i18n.ts';
import { SaveListDialog } from '../parts/SaveListDialog.tsx';
import { useAction } from '../parts/useAction.ts';
import { call } from '../state/client.ts';
import { showUndoable } from '../state/undo.ts';

/** Renames or removes a saved list. */
export function SavedListMenu({ list }: { list: SavedList }) {
  const [isRenaming, setRenaming] = useState(false);
  const remove = useAction(async () => {
    const { undoId } = await call('lists.remove', { id: list.id });
    showUndoable(t('drafts.saved.removed', { name: list.name }), undoId);
  });
  return (
    <>
      <Menu>
        <MenuTrigger disableButtonEnhancement>
          <Button
            size="small"
            appearance="subtle"
            icon={<MoreHorizontalRegular />}
            aria-label={t('drafts.saved.more', { name: list.name })}
          />
        </MenuTrigger>
        <MenuPopover>
          <MenuList>
            <MenuItem onClick={() => setRenaming(true)}>{t('drafts.saved.rename')}</MenuItem>
            <MenuItem onClick={remove.run}>{t('drafts.saved.remove')}</MenuItem>
          </MenuList>
        </MenuPopover>
      </Menu>
      {isRenaming && <SaveListDialog list={list} onClose={() => setRenaming(false)} />}
    </>
  );
}
