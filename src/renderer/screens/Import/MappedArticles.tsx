import { makeStyles, tokens } from '@fluentui/react-components';
import { fieldText } from '../../../shared/i18n/fieldText.ts';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import type { MappingView } from '../../../shared/tables/mappingView.ts';
import { Callout } from '../../parts/Callout.tsx';
import { heading3, plainList, smallSecondary, thinLine } from '../../parts/commonStyles.ts';
import { formatNumber } from '../../state/format.ts';

const useStyles = makeStyles({
  title: heading3,
  list: { ...plainList, display: 'grid', rowGap: tokens.spacingVerticalM },
  article: { borderBottom: thinLine, paddingBlockEnd: tokens.spacingVerticalM },
  fields: {
    display: 'grid',
    gridTemplateColumns: 'minmax(5rem, max-content) minmax(0, 1fr)',
    columnGap: tokens.spacingHorizontalM,
    rowGap: tokens.spacingVerticalXXS,
    margin: 0,
    overflowWrap: 'anywhere',
  },
  name: smallSecondary,
  value: { margin: 0, whiteSpace: 'pre-line' },
  notes: { ...smallSecondary, margin: 0, paddingInlineStart: tokens.spacingHorizontalL },
});

/** The number of articles in a table, and the first of them as the mapping reads them. */
export function MappedArticles({ view }: { view: MappingView }) {
  const styles = useStyles();
  const { articles, first, mapping } = view;
  return (
    <>
      <h2 className={styles.title}>
        <span role="status">{t('import.map.count', { count: articles, n: formatNumber(articles) })}</span>
      </h2>
      {articles === 0 && <Callout intent="warning">{t('import.map.nothing')}</Callout>}
      {articles > 0 && !mapping.columns.some(({ target }) => target === 'title') && (
        <Callout intent="warning">{t('import.map.noTitle')}</Callout>
      )}
      <ul className={styles.list}>
        {first.map(({ fields, notes }, at) => (
          <li key={at} className={styles.article}>
            <dl className={styles.fields}>
              {fields.map(({ path, text }) => (
                <Field key={path} name={fieldText(path)} text={text} />
              ))}
            </dl>
            {notes.length > 0 && (
              <ul className={styles.notes}>
                {notes.map((note) => (
                  <li key={JSON.stringify(note)}>{describe(note)}</li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function Field({ name, text }: { name: string; text: string }) {
  const styles = useStyles();
  return (
    <>
      <dt className={styles.name}>{name}</dt>
      <dd className={styles.value}>{text}</dd>
    </>
  );
}
