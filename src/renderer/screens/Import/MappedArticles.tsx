import { makeStyles, tokens } from '@fluentui/react-components';
import { fieldText } from '../../../shared/i18n/fieldText.ts';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import type { MappingView } from '../../../shared/tables/mappingView.ts';
import { Callout } from '../../parts/Callout.tsx';
import { heading3, plainList, smallSecondary, thinLine } from '../../parts/commonStyles.ts';
import { formatNumber } from '../../state/format.ts';
import { Fields } from './Fields.tsx';

const useStyles = makeStyles({
  title: heading3,
  list: { ...plainList, display: 'grid', rowGap: tokens.spacingVerticalM },
  article: { borderBottom: thinLine, paddingBlockEnd: tokens.spacingVerticalM },
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
            <Fields fields={fields.map(({ path, text }) => ({ key: path, name: fieldText(path), text }))} />
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
