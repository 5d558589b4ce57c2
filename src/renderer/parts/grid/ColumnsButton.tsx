import { Button, makeStyles, Tooltip } from '@fluentui/react-components';
import { ColumnTripleEditRegular } from '@fluentui/react-icons';
import { useRef, useState } from 'react';
import { t } from '../../../shared/i18n/i18n.ts';
import type { ListName } from '../../../shared/settings.ts';
import { lazyFirst } from '../lazy/lazy.tsx';
import type { GridColumn } from './gridLayout.ts';

const ColumnsPopover = lazyFirst(async () => (await import('./ColumnsPopover.tsx')).ColumnsPopover);

const useStyles = makeStyles({
  // If rows are two lines, there is nothing to choose.
  button: { marginInlineStart: 'auto', '@container list-bar (max-width: 455px)': { display: 'none' } },
});

/** Opens the choice of a list's columns; the last control of a bar with `useListBarStyles`. */
export function ColumnsButton(props: { name: ListName; columns: readonly GridColumn[] }) {
  const styles = useStyles();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Tooltip content={t('grid.columns')} relationship="label">
        <Button
          ref={button}
          size="small"
          appearance="subtle"
          className={styles.button}
          icon={<ColumnTripleEditRegular />}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => setOpen(true)}
        />
      </Tooltip>
      {isOpen && <ColumnsPopover {...props} opener={button} onClose={() => setOpen(false)} />}
    </>
  );
}
