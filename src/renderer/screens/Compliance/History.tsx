import { Link, makeStyles, tokens } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import type { ComplianceCheck } from '../../../shared/compliance/complianceCheck.ts';
import { describe } from '../../../shared/i18n/describe.ts';
import { formatDateTime } from '../../state/format.ts';
import { useCall } from '../../state/queries.ts';
import { hrefOf } from '../../state/route.ts';

const useStyles = makeStyles({
  heading: { margin: 0, fontSize: tokens.fontSizeBase300, lineHeight: tokens.lineHeightBase300 },
  list: { margin: 0, paddingInlineStart: tokens.spacingHorizontalXL },
  link: { display: 'inline-block', minHeight: '24px' },
});

/** Earlier answers to the same question, and what changed with each; renders nothing if there are none. */
export function History({ check }: { check: ComplianceCheck }) {
  const { t } = useTranslation();
  const styles = useStyles();
  const { data: history = [] } = useCall('compliance.history', check.question);
  const others = history.filter(({ id }) => id !== check.id);
  if (others.length === 0) return null;
  return (
    <div>
      <h3 className={styles.heading}>{t('complianceScreen.earlier')}</h3>
      <ul className={styles.list}>
        {others.map(({ id, at, compliant, changes }) => (
          <li key={id}>
            <Link className={styles.link} href={hrefOf({ screen: 'compliance', view: 'check', id })}>
              {formatDateTime(at)}
            </Link>{' '}
            {[
              t(compliant ? 'complianceScreen.complies' : 'complianceScreen.compliesNot'),
              ...changes.map(describe),
            ].join(' · ')}
          </li>
        ))}
      </ul>
    </div>
  );
}
