import { makeStyles, tokens } from '@fluentui/react-components';
import { t } from '../../../shared/i18n/i18n.ts';
import { plainList, smallSecondary } from '../../parts/commonStyles.ts';

const useStyles = makeStyles({
  list: { ...plainList, ...smallSecondary, lineHeight: tokens.lineHeightBase200 },
});

/** The rules of a card, and whether each one holds. */
export function Reasons({ reasons }: { reasons: readonly { text: string; holds: boolean }[] }) {
  const styles = useStyles();
  return (
    <ul className={styles.list}>
      {reasons.map(({ text, holds }) => (
        <li key={text}>{t(holds ? 'complianceScreen.is' : 'complianceScreen.isNot', { text })}</li>
      ))}
    </ul>
  );
}
