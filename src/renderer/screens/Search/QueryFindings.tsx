import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { ErrorCircle16Filled, Warning16Filled } from '@fluentui/react-icons';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import type { QueryFinding } from '../../../shared/search/searchQuery.ts';
import { plainList, wrappingRow } from '../../parts/commonStyles.ts';
import { TextButton } from '../../parts/texts/TextButton.tsx';
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
    // Distinguishable from errors without colours, too.
    textDecorationStyle: 'dashed',
    textDecorationColor: tokens.colorStatusWarningForeground1,
    color: tokens.colorStatusWarningForeground1,
  },
  list: { ...plainList, display: 'grid', rowGap: tokens.spacingVerticalXS },
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
  instead: { ...wrappingRow, columnGap: tokens.spacingHorizontalS, rowGap: tokens.spacingVerticalXXS },
  code: { fontFamily: tokens.fontFamilyMonospace, overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' },
});

/** The problems of a query: the query with the parts marked, and each finding in words with suggestions. */
export function QueryFindings(props: {
  /** Id of the findings, which describe the field. The list has no name, because screen readers would read that instead. */
  id: string;
  text: string;
  findings: readonly QueryFinding[];
  onUse: (query: string) => void;
  onSelect: (start: number, end: number) => void;
}) {
  const styles = useStyles();
  const { text, findings } = props;
  const parts = markParts(text, findings);
  return (
    <div className={styles.root}>
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
      <ul id={props.id} className={styles.list}>
        {findings.map((finding) => (
          <FindingRow key={`${finding.code} ${finding.start} ${finding.end}`} {...props} finding={finding} />
        ))}
      </ul>
      {insteadOf(text, findings).map((instead) => (
        <div key={instead} className={styles.instead}>
          <code className={styles.code}>{instead}</code>
          <Button
            size="small"
            aria-label={t('search.useInsteadOf', { query: instead })}
            onClick={() => props.onUse(instead)}
          >
            {t('search.useInstead')}
          </Button>
        </div>
      ))}
    </div>
  );
}

function FindingRow(props: {
  text: string;
  finding: QueryFinding;
  onSelect: (start: number, end: number) => void;
}) {
  const styles = useStyles();
  const { text, finding } = props;
  const { start, end } = finding;
  const isError = finding.severity === 'error';
  const part = text.slice(start, end);
  return (
    <li className={styles.item} data-severity={finding.severity}>
      <span
        className={mergeClasses(styles.icon, isError ? styles.iconError : styles.iconWarning)}
        role="img"
        aria-label={t(isError ? 'search.error' : 'search.warning')}
      >
        {isError ? <ErrorCircle16Filled /> : <Warning16Filled />}
      </span>
      <p className={styles.words}>
        {describe(finding.message)} {describe(finding.help)}{' '}
        {part.trim() !== '' && part !== text && (
          <TextButton
            aria-label={t('search.showPartOf', { part })}
            onClick={() => props.onSelect(start, end)}
          >
            {t('search.showPart')}
          </TextButton>
        )}
      </p>
    </li>
  );
}

/** The suggested replacements without duplicates. */
function insteadOf(text: string, findings: readonly QueryFinding[]): string[] {
  const all = findings.flatMap(({ instead }) => (instead === undefined || instead === text ? [] : [instead]));
  return [...new Set(all)];
}
