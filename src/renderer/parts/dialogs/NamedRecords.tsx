import { t } from '../../../shared/i18n/i18n.ts';
import { useCommonStyles } from '../commonStyles.ts';

/** The titles of the first records of `count`. */
export function NamedRecords(props: { titles: readonly string[]; count: number }) {
  const styles = useCommonStyles();
  const more = props.count - props.titles.length;
  if (props.count === 0) return null;
  return (
    <ul className={styles.indentedList}>
      {props.titles.map((title, at) => (
        <li key={at}>{title || t('common.untitled')}</li>
      ))}
      {more > 0 && <li>{t('drafts.purgeDialog.more', { count: more })}</li>}
    </ul>
  );
}
