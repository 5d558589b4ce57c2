import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { ErrorCircleRegular, WarningRegular } from '@fluentui/react-icons';
import { useTranslation } from 'react-i18next';
import type { QueryFinding } from '../../../shared/searchQuery.ts';
import { TextButton } from '../../parts/TextButton.tsx';
import { markParts } from './markParts.ts';

const useStyles = makeStyles({
  root: { display: 'grid', rowGap: tokens.spacingVerticalXS },
  query: {
    margin: 0,
    padding: `${tokens.spacingVerticalXXS} ${tokens.spacingHorizontalS}`,
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase300,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    backgroundColor: tokens.colorNeutralBackground3,
    borderRadius: tokens.borderRadiusMedium,
  },
  mark: {
    color: 'inherit',
    backgroundColor: 'transparent',
    textDecorationLine: 'underline',
    textDecorationStyle: 'wavy',
    textDecorationThickness: '1.5px',
    textUnderlineOffset: '4px',
    fontWeight: tokens.fontWeightSemibold,
  },
  error: {
    textDecorationColor: tokens.colorStatusDangerForeground1,
    color: tokens.colorStatusDangerForeground1,
  },
  warning: {
    textDecorationColor: tokens.colorStatusWarningForeground1,
    color: tokens.colorStatusWarningForeground1,
  },
  list: { display: 'grid', rowGap: tokens.spacingVerticalXS, margin: 0, padding: 0, listStyleType: 'none' },
  item: {
    display: 'grid',
    gridTemplateColumns: '20px minmax(0, 1fr)',
    columnGap: tokens.spacingHorizontalXS,
    alignItems: 'start',
  },
  icon: { display: 'inline-flex', fontSize: '18px', lineHeight: tokens.lineHeightBase300 },
  iconError: { color: tokens.colorStatusDangerForeground1 },
  iconWarning: { color: tokens.colorStatusWarningForeground1 },
  words: { margin: 0, overflowWrap: 'anywhere' },
  instead: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalS,
    rowGap: tokens.spacingVerticalXXS,
    marginTop: tokens.spacingVerticalXXS,
  },
  code: { fontFamily: tokens.fontFamilyMonospace, overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' },
});

/** What is the matter with a query: the query with the parts marked, and each finding in words with what to write instead. */
export function QueryFindings(props: {
  id: string;
  text: string;
  findings: readonly QueryFinding[];
  onUse: (query: string) => void;
  /** Shows a part in the field itself. */
  onSelect: (start: number, end: number) => void;
}) {
  const { t } = useTranslation();
  const styles = useStyles();
  const { text, findings } = props;
  const parts = markParts(text, findings);
  return (
    <div id={props.id} className={styles.root}>
      {parts.some(({ severity }) => severity !== null) && (
        <p className={styles.query} data-marked>
          {parts.map((part) =>
            part.severity === null ? (
              <span key={part.start}>{part.text}</span>
            ) : (
              <mark
                key={part.start}
                className={mergeClasses(
                  styles.mark,
                  part.severity === 'error' ? styles.error : styles.warning,
                )}
              >
                {part.text}
              </mark>
            ),
          )}
        </p>
      )}
      <ul className={styles.list} aria-label={t('search.findings')}>
        {findings.map((finding) => (
          <FindingRow key={`${finding.code} ${finding.start} ${finding.end}`} {...props} finding={finding} />
        ))}
      </ul>
    </div>
  );
}

function FindingRow(props: {
  text: string;
  finding: QueryFinding;
  onUse: (query: string) => void;
  onSelect: (start: number, end: number) => void;
}) {
  const { t } = useTranslation();
  const styles = useStyles();
  const { finding } = props;
  const isError = finding.severity === 'error';
  const part = props.text.slice(finding.start, finding.end);
  const { instead } = finding;
  return (
    <li className={styles.item} data-severity={finding.severity}>
      <span
        className={mergeClasses(styles.icon, isError ? styles.iconError : styles.iconWarning)}
        role="img"
        aria-label={t(isError ? 'search.error' : 'search.warning')}
      >
        {isError ? <ErrorCircleRegular /> : <WarningRegular />}
      </span>
      <div>
        <p className={styles.words}>
          {part.trim() !== '' && part !== props.text && (
            <>
              <TextButton
                className={styles.code}
                aria-label={t('search.showPart', { part })}
                title={t('search.showPart', { part })}
                onClick={() => props.onSelect(finding.start, finding.end)}
              >
                {part}
              </TextButton>
              {': '}
            </>
          )}
          {finding.message} {finding.help}
        </p>
        {instead !== undefined && instead !== props.text && (
          <div className={styles.instead}>
            <code className={styles.code}>{instead}</code>
            <Button
              size="small"
              aria-label={t('search.useInsteadOf', { query: instead })}
              onClick={() => props.onUse(instead)}
            >
              {t('search.useInstead')}
            </Button>
          </div>
        )}
      </div>
    </li>
  );
}
