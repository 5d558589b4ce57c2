import { Badge, makeStyles, tokens } from '@fluentui/react-components';
import { endText } from '../../../shared/i18n/complianceResult.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { readInstant } from '../../../shared/instant.ts';
import { formatDay } from '../../state/format.ts';

const useStyles = makeStyles({
  list: { display: 'grid', gap: tokens.spacingVerticalXXS, margin: 0, padding: 0, listStyleType: 'none' },
  item: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: tokens.spacingHorizontalS },
  id: { fontWeight: tokens.fontWeightSemibold, overflowWrap: 'anywhere' },
});

/** Agreements, each with its end date; expired ones are marked. */
export function AgreementList(props: {
  agreements: readonly { id: string; endDate: string; isOver: boolean }[];
}) {
  const styles = useStyles();
  return (
    <ul className={styles.list}>
      {props.agreements.map(({ id, endDate, isOver }) => (
        <li key={`${id} ${endDate}`} className={styles.item}>
          <span className={styles.id}>{id || t('compliance.notGiven')}</span>
          <span>{endText({ endDate, isOver }, formatServiceDay)}</span>
          {isOver && (
            <Badge color="warning" appearance="tint">
              {t('complianceScreen.over')}
            </Badge>
          )}
        </li>
      ))}
    </ul>
  );
}

/** A date of the service in the user's format; any other text unchanged. */
export function formatServiceDay(date: string): string {
  return date.length === 10 && readInstant(date) !== null ? formatDay(date) : date;
}
