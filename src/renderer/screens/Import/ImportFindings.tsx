import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { ErrorCircle16Filled, Warning16Filled } from '@fluentui/react-icons';
import { useState } from 'react';
import { countedFindings } from '../../../shared/article/countedFindings.ts';
import type { ImportStatus } from '../../../shared/draft/importing.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { wrappingRow } from '../../parts/commonStyles.ts';
import { ToggleButton } from '../../parts/ToggleButton.tsx';
import { formatNumber } from '../../state/format.ts';

const useStyles = makeStyles({
  list: {
    ...wrappingRow,
    flexShrink: 0,
    margin: 0,
    border: 'none',
    minWidth: 0,
    gap: tokens.spacingHorizontalXS,
    paddingInline: tokens.spacingHorizontalM,
    paddingBlockStart: 0,
    paddingBlockEnd: tokens.spacingVerticalS,
    maxHeight: '30vh',
    overflowY: 'auto',
  },
  finding: { minWidth: 0, fontWeight: tokens.fontWeightRegular },
  error: { color: tokens.colorStatusDangerForeground1 },
  warning: { color: tokens.colorStatusWarningForeground3 },
});

/** More kinds are shown on demand. */
const firstKinds = 6;

/** Each kind of error and warning with the number of records that have it; a press shows these records. */
export function ImportFindings(props: {
  findings: ImportStatus['findings'];
  shown: string | null;
  onShow: (code: string | null) => void;
}) {
  const styles = useStyles();
  const [isOpen, setOpen] = useState(false);
  const all = countedFindings(props.findings);
  if (all.length === 0) return null;
  const hidden = isOpen ? 0 : Math.max(0, all.length - firstKinds);
  return (
    <fieldset aria-label={t('import.findings')} className={styles.list}>
      {all.slice(0, all.length - hidden).map(({ code, severity, count }) => {
        const isShown = props.shown === code;
        const isError = severity === 'error';
        const Icon = isError ? ErrorCircle16Filled : Warning16Filled;
        const colour = isError ? styles.error : styles.warning;
        return (
          <ToggleButton
            key={code}
            size="small"
            className={styles.finding}
            // In high contrast, a pressed button has its own background, on which only its own text colour is readable.
            icon={
              <Icon
                className={isShown ? undefined : colour}
                aria-label={t(isError ? 'severity.error' : 'severity.warning')}
              />
            }
            isPressed={isShown}
            onClick={() => props.onShow(isShown ? null : code)}
          >
            {t('import.finding', { kind: t(`finding.${code}.kind`), n: formatNumber(count) })}
          </ToggleButton>
        );
      })}
      {hidden > 0 && (
        <Button size="small" appearance="subtle" onClick={() => setOpen(true)}>
          {t('import.moreFindings', { count: hidden, n: formatNumber(hidden) })}
        </Button>
      )}
    </fieldset>
  );
}
