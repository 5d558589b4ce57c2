import { makeStyles, tokens } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import { fieldText } from '../../../shared/i18n/fieldText.ts';
import { journalField } from '../../parts/article/articleFields.ts';
import type { PlacedFinding } from '../../parts/form/place.ts';
import { formatNumber } from '../../state/format.ts';

const useStyles = makeStyles({
  line: { marginBlock: tokens.spacingVerticalS, color: tokens.colorNeutralForeground2 },
});

/** What a record still needs before it can be sent, while nobody has looked at those fields yet. */
export function NeededLine(props: { all: readonly PlacedFinding[]; shown: readonly PlacedFinding[] }) {
  const { t } = useTranslation();
  const styles = useStyles();
  const missing = props.all.filter((one) => one.severity === 'error' && !props.shown.includes(one));
  if (missing.length === 0) return null;
  const labels = missing.map(({ code, field, path }) => {
    if (code === 'no-doi-or-url') return t('article.neededIdentifier');
    return field === journalField ? t('article.journal.label') : fieldText(path);
  });
  const fields = [...new Set(labels)].join(', ');
  const n = formatNumber(missing.length);
  return <p className={styles.line}>{t('article.needed', { count: missing.length, n, fields })}</p>;
}
