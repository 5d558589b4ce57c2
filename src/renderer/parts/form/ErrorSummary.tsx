import { makeStyles, Subtitle2, Text, tokens } from '@fluentui/react-components';
import { useEffect, useRef } from 'react';
import { countWithMore } from '../../../shared/countFindings.ts';
import { describe } from '../../../shared/i18n/describe.ts';
import { i18n, t } from '../../../shared/i18n/i18n.ts';
import { TextButton } from '../TextButton.tsx';
import type { PlacedFinding } from './place.ts';
import { useHeadings } from './useHeadings.ts';

const useStyles = makeStyles({
  panel: {
    display: 'grid',
    rowGap: tokens.spacingVerticalXS,
    padding: tokens.spacingHorizontalM,
    marginBlock: tokens.spacingVerticalS,
    border: `2px solid ${tokens.colorStatusDangerBorder2}`,
    borderRadius: tokens.borderRadiusMedium,
  },
  calm: { border: `2px solid ${tokens.colorStatusSuccessBorder2}` },
  // Links need some distance to be hit; the marker is beside the first line of a long one.
  list: {
    display: 'grid',
    rowGap: tokens.spacingVerticalS,
    margin: 0,
    paddingLeft: tokens.spacingHorizontalXL,
    '& button': { verticalAlign: 'top' },
  },
});

/** The findings of "Check", each as a link to its field in the same words as beside it. Takes the focus when it appears and whenever `turn` changes. */
export function ErrorSummary(props: {
  findings: readonly PlacedFinding[];
  turn: number;
  /** For a form whose title is the heading of the page. */
  heading?: 'h2';
  /** Precedes the message; may be empty. */
  labelOf: (finding: PlacedFinding) => string;
  onGo: (finding: PlacedFinding) => void;
  words: { good: string; warnings: (count: number) => string };
}) {
  const styles = useStyles();
  const headings = useHeadings();
  const panel = useRef<HTMLElement>(null);
  const { turn, words, labelOf, onGo } = props;
  useEffect(() => {
    if (turn > 0) panel.current?.focus();
  }, [turn]);
  const errors = props.findings.filter((finding) => finding.severity === 'error');
  const warnings = props.findings.filter((finding) => finding.severity === 'warning');
  const isGood = errors.length === 0;
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-labelledby="error-summary"
      className={isGood ? `${styles.panel} ${styles.calm}` : styles.panel}
    >
      <Subtitle2 as={props.heading ?? headings.section} id="error-summary" style={{ margin: 0 }}>
        {isGood ? words.good : t('article.summary.title')}
      </Subtitle2>
      <FindingLinks findings={errors} labelOf={labelOf} onGo={onGo} />
      {warnings.length > 0 && (
        <>
          <Text>{words.warnings(countWithMore(warnings))}</Text>
          <FindingLinks findings={warnings} labelOf={labelOf} onGo={onGo} />
        </>
      )}
    </section>
  );
}

function FindingLinks(props: {
  findings: readonly PlacedFinding[];
  labelOf: (finding: PlacedFinding) => string;
  onGo: (finding: PlacedFinding) => void;
}) {
  const { findings } = props;
  const styles = useStyles();
  if (findings.length === 0) return null;
  return (
    <ul className={styles.list}>
      {findings.map((finding) => (
        <li key={`${finding.path} ${finding.code}`}>
          <TextButton onClick={() => props.onGo(finding)}>
            {withLabel(props.labelOf(finding), describe(finding.message))}
          </TextButton>
        </li>
      ))}
    </ul>
  );
}

function withLabel(label: string, message: string): string {
  return label === '' ? message : `${i18n.t('common.labelled', { label })} ${message}`;
}
