import { Button, makeStyles, Text, tokens } from '@fluentui/react-components';
import { DeleteRegular } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import type { DraftRecord } from '../../../../shared/draft/draft.ts';
import { getAt, removeAt, setAt } from '../../../../shared/draft/fieldPath.ts';
import { fieldText } from '../../../../shared/i18n/fieldText.ts';
import { t } from '../../../../shared/i18n/i18n.ts';
import type { Json } from '../../../../shared/json.ts';
import { monospace } from '../../commonStyles.ts';
import { useForm, useValue } from '../formContext.ts';
import { fieldId, notesId } from '../place.ts';
import { FieldNotes } from '../RecordField.tsx';
import { useFirstRows } from '../useFirstRows.tsx';

const shownAtFirst = 30;
const maxValueLength = 400;

const useStyles = makeStyles({
  list: { listStyle: 'none', margin: 0, padding: 0, display: 'grid', rowGap: tokens.spacingVerticalS },
  row: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) 32px',
    columnGap: tokens.spacingHorizontalS,
    padding: tokens.spacingHorizontalS,
    backgroundColor: tokens.colorNeutralBackground2,
    border: `1px dashed ${tokens.colorNeutralStrokeAccessible}`,
    borderRadius: tokens.borderRadiusMedium,
  },
  value: { ...monospace, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', margin: 0 },
});

/** The values at `paths`, which have no field: readable, kept, and removable. */
export function OtherValues(props: {
  name: string;
  text: string;
  paths: readonly string[];
  /** The text of a value; undefined to show it as JSON. */
  textOf?: (path: string, value: Json) => string | undefined;
  /** Shown below the notes of a value. */
  below?: (path: string) => ReactNode;
}) {
  const styles = useStyles();
  const { name, paths, textOf, below } = props;
  const rows = useFirstRows({ total: paths.length, atFirst: shownAtFirst });
  return (
    <>
      {paths.length > 0 && <Text>{props.text}</Text>}
      <ul className={styles.list} aria-label={name}>
        {paths.slice(0, rows.count).map((path) => (
          <Row key={path} path={path} textOf={textOf} below={below?.(path)} />
        ))}
      </ul>
      {rows.button}
    </>
  );
}

function Row(props: {
  path: string;
  textOf?: (path: string, value: Json) => string | undefined;
  below?: ReactNode;
}) {
  const styles = useStyles();
  const { session } = useForm();
  const { path, textOf } = props;
  const value = useValue(path);
  if (value === undefined) return null;
  const label = fieldText(path, session.store.getState().record);
  const remove = () =>
    session.edit((record) => removeAt(record, path), {
      section: 'other',
      text: t('article.other.removed', { label }),
      revert: (record) => restore(record, path, value),
    });
  return (
    <li className={styles.row} data-field={path}>
      <div id={fieldId(path)} tabIndex={-1}>
        <Text weight="semibold" size={200}>
          {label}
        </Text>
        <pre className={styles.value}>{shorten(textOf?.(path, value) ?? value)}</pre>
        <div id={notesId(path)}>
          <FieldNotes field={path} />
          {props.below}
        </div>
      </div>
      <Button
        appearance="subtle"
        size="small"
        icon={<DeleteRegular />}
        aria-label={t('article.other.remove', { label })}
        aria-describedby={notesId(path)}
        title={t('article.other.remove', { label })}
        onClick={remove}
      />
    </li>
  );
}

/**
 * `record` with a removed value: an entry at its index, a member in its object; null if the list has become too short.
 */
function restore(record: DraftRecord, path: string, value: Json): DraftRecord | null {
  const entry = /^(.+)\[(\d+)\]$/.exec(path);
  if (!entry) return setAt(record, path, value);
  const list = getAt(record, entry[1]!);
  const at = Number(entry[2]);
  return Array.isArray(list) && at <= list.length
    ? setAt(record, entry[1]!, list.toSpliced(at, 0, value))
    : null;
}

function shorten(value: Json): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 1);
  return text.length > maxValueLength ? `${text.slice(0, maxValueLength)}…` : text;
}
