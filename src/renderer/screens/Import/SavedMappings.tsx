import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { t } from '../../../shared/i18n/i18n.ts';
import type { SavedMapping, TableMapping } from '../../../shared/tables/tableMapping.ts';
import { plainList, thinLine, wrappingRow } from '../../parts/commonStyles.ts';
import { AppDialog } from '../../parts/dialogs/AppDialog.tsx';
import { NameDialog } from '../../parts/dialogs/NameDialog.tsx';
import { useOwnAction } from '../../parts/useAction.ts';
import { call } from '../../state/data/client.ts';
import { showUndoable } from '../../state/records/undo.ts';

const useStyles = makeStyles({
  list: plainList,
  mapping: {
    ...wrappingRow,
    gap: tokens.spacingHorizontalS,
    paddingBlock: tokens.spacingVerticalXS,
    borderBottom: thinLine,
  },
  name: { flexGrow: 1, overflowWrap: 'anywhere' },
});

/** A button that lists the saved mappings, to use, rename or remove them; renders nothing if there are none. */
export function SavedMappings(props: {
  saved: readonly SavedMapping[];
  mapping: TableMapping;
  onUse: (mapping: TableMapping) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const [renamed, setRenamed] = useState<SavedMapping | null>(null);
  if (props.saved.length === 0) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('import.map.saved')}</Button>
      {isOpen && (
        <SavedList
          {...props}
          onRename={(one) => {
            setOpen(false);
            setRenamed(one);
          }}
          onClose={() => setOpen(false)}
        />
      )}
      {renamed && (
        <NameDialog
          title={t('import.map.rename')}
          help="tables"
          label={t('import.map.name')}
          name={renamed.name}
          missing={t('drafts.saved.missing')}
          submit={t('drafts.saved.renameSubmit')}
          save={async (name) => void (await call('imports.renameMapping', { id: renamed.id, name }))}
          onClose={() => setRenamed(null)}
        />
      )}
    </>
  );
}

function SavedList(props: {
  saved: readonly SavedMapping[];
  mapping: TableMapping;
  onUse: (mapping: TableMapping) => void;
  onRename: (one: SavedMapping) => void;
  onClose: () => void;
}) {
  const styles = useStyles();
  const { saved, mapping, onUse, onRename, onClose } = props;
  const removing = useOwnAction(async ({ id, name }: SavedMapping) => {
    const { undoId } = await call('imports.removeMapping', { id });
    showUndoable(t('import.map.removed', { name }), undoId);
    if (saved.length === 1) onClose();
  });
  return (
    <AppDialog
      title={t('import.map.savedTitle')}
      help="tables"
      error={removing.error}
      close={t('common.close')}
      onClose={onClose}
    >
      <ul className={styles.list}>
        {saved.map((one) => (
          <li key={one.id} className={styles.mapping}>
            <span className={styles.name}>{one.name}</span>
            <Button
              size="small"
              aria-label={t('import.map.useOf', { name: one.name })}
              onClick={() => {
                onUse(withColumnsOf(one.mapping, mapping));
                onClose();
              }}
            >
              {t('import.map.use')}
            </Button>
            <Button
              size="small"
              aria-label={t('import.map.renameOf', { name: one.name })}
              onClick={() => onRename(one)}
            >
              {t('drafts.saved.rename')}
            </Button>
            <Button
              size="small"
              aria-label={t('import.map.removeOf', { name: one.name })}
              disabledFocusable={removing.isBusy}
              onClick={() => removing.run(one)}
            >
              {t('drafts.saved.remove')}
            </Button>
          </li>
        ))}
      </ul>
    </AppDialog>
  );
}

/** A saved mapping for the columns of this table: those that it does not have stay as they are. */
function withColumnsOf(saved: TableMapping, { columns, sheet, headingRow }: TableMapping): TableMapping {
  const folded = (heading: string) => heading.trim().toLowerCase();
  const known = new Map(saved.columns.map((column) => [folded(column.heading), column]));
  return {
    ...saved,
    sheet,
    headingRow,
    columns: columns.map((column) => {
      const found = known.get(folded(column.heading));
      return found ? { ...found, heading: column.heading } : column;
    }),
  };
}
