import { makeStyles, Text, tokens } from '@fluentui/react-components';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { describe } from '../../../shared/i18n/describe.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { articleForm } from '../../parts/article/articleDefinition.ts';
import { useForm } from '../../parts/form/formContext.ts';
import { OtherValues } from '../../parts/form/OtherValues.tsx';
import { formatNumber } from '../../state/format.ts';
import { useDraftPart } from './articleContext.ts';

const useStyles = makeStyles({ notes: { margin: 0, paddingLeft: tokens.spacingHorizontalXL } });

/** The origin of the record, the notes of its import, and its values without a field. */
export function OtherData() {
  const styles = useStyles();
  const place = useDraftPart((draft) => draft.place);
  const notes = useDraftPart((draft) => draft.notes);
  const { store } = useForm().session;
  const paths = useStore(
    store,
    useShallow(({ record }) => articleForm.otherPaths(record)),
  );
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
      {notes.length > 0 && (
        <ul className={styles.notes} aria-label={t('article.other.notes')}>
          {[...new Set(notes.map((note) => describe(note)))].map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      <OtherValues name={t('article.section.other')} text={t('article.other.kept')} paths={paths} />
      {paths.length === 0 && !place && notes.length === 0 && <Text>{t('article.other.none')}</Text>}
    </>
  );
}
