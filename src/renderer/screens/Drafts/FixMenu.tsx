import { Menu, MenuButton, MenuItem, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components';
import { WrenchRegular } from '@fluentui/react-icons';
import { useEffect, useState } from 'react';
import type { Selection } from '../../../shared/draft/draft.ts';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import { fixKindText } from '../../parts/article/fixKindText.ts';
import { call } from '../../state/data/client.ts';
import { useCall } from '../../state/data/queries.ts';
import { openDialog } from '../../state/dialogs/dialogs.ts';
import { formatNumber } from '../../state/format.ts';

/** A menu of the findings in a selection that have a fix, with the number of drafts; each opens a preview of the fix. */
export function FixMenu(props: { accountId: string; selection: Selection }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Menu open={isOpen} onOpenChange={(_, data) => setOpen(data.open)}>
      <MenuTrigger disableButtonEnhancement>
        <MenuButton size="small" icon={<WrenchRegular />}>
          {t('edits.fixMenu')}
        </MenuButton>
      </MenuTrigger>
      <MenuPopover>{isOpen && <Fixes {...props} />}</MenuPopover>
    </Menu>
  );
}

function Fixes({ accountId, selection }: { accountId: string; selection: Selection }) {
  const [watch] = useState(() => crypto.randomUUID());
  const { data, error } = useCall('edits.fixable', { accountId, selection, watch }, { gcTime: 0 });
  const isDone = data !== undefined || error !== null;
  useEffect(
    () => () => {
      if (!isDone) void call('edits.cancel', { watch }).catch(() => undefined);
    },
    [isDone, watch],
  );
  if (!data || data.length === 0)
    return (
      <MenuList>
        <MenuItem disabled>
          {error ? describe(error.brief) : t(data ? 'edits.noFixes' : 'edits.fixing')}
        </MenuItem>
      </MenuList>
    );
  return (
    <MenuList>
      {data.map(({ code, label, count }) => (
        <MenuItem
          key={`${code} ${label}`}
          secondaryContent={formatNumber(count)}
          onClick={() => openDialog('bulkEdit', { accountId, selection, fix: { code, label } })}
        >
          {fixKindText({ code, label })}
        </MenuItem>
      ))}
    </MenuList>
  );
}
