import { Button, makeStyles, Text, tokens } from '@fluentui/react-components';
import { DeleteRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DraftRecord } from '../../../shared/draft/draft.ts';
import { getAt, removeAt, setAt } from '../../../shared/draft/fieldPath.ts';
import { describe } from '../../../shared/i18n/describe.ts';
import { fieldText } from '../../../shared/i18n/fieldText.ts';
import { type OtherMember, otherMembers } from '../../parts/article/otherMembers.ts';
import { useForm, useRecordPart } from '../../parts/form/formContext.ts';
import { fieldId } from '../../parts/form/place.ts';
import { FieldNotes } from '../../parts/form/RecordField.tsx';
import { formatNumber } from '../../state/format.ts';
import { useDraftPart } from './articleContext.ts';

const shownAtFirst = 30;
const longestValue = 400;

const useStyles = makeStyles({
  list: { listStyle: 'none', margin: 0, padding: 0, display: 'grid', rowGap: tokens.spacingVerticalS },
  member: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) 32px',
    columnGap: tokens.spacingHorizontalS,
    padding: tokens.spacingHorizontalS,
    backgroundColor: tokens.colorNeutralBackground2,
    border: `1px dashed ${tokens.colorNeutralStrokeAccessible}`,
    borderRadius: tokens.borderRadiusMedium,
  },
  value: {
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase200,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    margin: 0,
  },
  notes: { margin: 0, paddingLeft: tokens.spacingHorizontalXL },
});

/** Where the record came from, what the import noticed, and every value that has no field of its own: readable, kept, not typed in. */
export function OtherSection() {
  const { t } = useTranslation();
  const styles = useStyles();
  const record = useRecordPart((whole) => whole);
  const place = useDraftPart((draft) => draft.place);
  const importNotes = useDraftPart((draft) => draft.notes);
  const [isAll, setAll] = useState(false);
  const members = otherMembers(record);
  const shown = isAll ? members : members.slice(0, shownAtFirst);
  return (
    <>
      {place && (
        <Text>
          {t(place.line === null ? 'article.other.place' : 'article.other.placeLine', {
            file: place.file,
            index: formatNumber(place.index),
            line: formatNumber(place.line ?? 0),
          })}
        </Text>
      )}
      {importNotes.length > 0 && (
        <ul className={styles.notes} aria-label={t('article.other.notes')}>
          {[...new Set(importNotes)].map((note) => (
            <li key={JSON.stringify(note)}>{describe(note)}</li>
          ))}
        </ul>
      )}
      {members.length > 0 && <Text>{t('article.other.kept')}</Text>}
      <ul className={styles.list} aria-label={t('article.section.other')}>
        {shown.map((member) => (
          <Member key={member.path} member={member} />
        ))}
      </ul>
      {shown.length < members.length && (
        <Button size="small" onClick={() => setAll(true)}>
          {t('article.other.showAll', { count: members.length, n: formatNumber(members.length) })}
        </Button>
      )}
      {members.length === 0 && !place && importNotes.length === 0 && <Text>{t('article.other.none')}</Text>}
    </>
  );
}

function Member({ member }: { member: OtherMember }) {
  const { t } = useTranslation();
  const styles = useStyles();
  const { session } = useForm();
  const { path } = member;
  const label = fieldText(path, session.store.getState().record);
  const remove = () =>
    session.edit((record) => removeAt(record, path), {
      section: 'other',
      text: t('article.other.removed', { label }),
      revert: (record) => putBack(record, member),
    });
  return (
    <li className={styles.member} data-field={path}>
      <div id={fieldId(path)} tabIndex={-1}>
        <Text weight="semibold" size={200}>
          {label}
        </Text>
        <pre className={styles.value}>{shorten(member.value)}</pre>
        <FieldNotes field={path} />
      </div>
      <Button
        appearance="subtle"
        size="small"
        icon={<DeleteRegular />}
        aria-label={t('article.other.remove', { label })}
        title={t('article.other.remove', { label })}
        onClick={remove}
      />
    </li>
  );
}

/** An entry of a list comes back between its neighbours, a member to its object; null where the parent is gone. */
function putBack(record: DraftRecord, { path, value }: OtherMember): DraftRecord | null {
  const entry = /^(.+)\[(\d+)\]$/.exec(path);
  if (!entry) return setAt(record, path, value);
  const list = getAt(record, entry[1]!);
  const at = Number(entry[2]);
  return Array.isArray(list) && at <= list.length
    ? setAt(record, entry[1]!, list.toSpliced(at, 0, value))
    : null;
}

function shorten(value: OtherMember['value']): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 1);
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text;
}
