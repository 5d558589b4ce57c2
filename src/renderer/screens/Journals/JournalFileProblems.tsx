import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { ErrorCircle16Filled, Info16Regular, Warning16Filled } from '@fluentui/react-icons';
import { useMemo } from 'react';
import type { CallOutput } from '../../../shared/contract/contract.ts';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import { placeText } from '../../../shared/i18n/journalFileText.ts';
import { asText } from '../../../shared/json.ts';
import type { Message } from '../../../shared/message.ts';
import { barPadding, secondary, smallSecondary, stack, wrappingRow } from '../../parts/commonStyles.ts';
import { formatNumber } from '../../state/format.ts';
import { ListSection } from './ListSection.tsx';

type Checked = CallOutput<'journals.checkFile'>;

/** Height of a problem, in CSS pixels. */
const rowHeight = 84;

const useStyles = makeStyles({
  row: { ...stack, ...barPadding, rowGap: '2px', overflowWrap: 'anywhere' },
  place: { ...wrappingRow, columnGap: tokens.spacingHorizontalXS, fontWeight: tokens.fontWeightSemibold },
  icon: { flexShrink: 0, height: '16px' },
  error: { color: tokens.colorPaletteRedForeground1 },
  warn: { color: tokens.colorStatusWarningForeground3 },
  note: secondary,
  quiet: smallSecondary,
});

interface Line {
  type: 'error' | 'warn' | 'note';
  place: string;
  /** The directory's own words; null for what its check does not report. */
  words: string | null;
  explanation: Message;
  values: { was: string; now: string } | null;
}

/** The problems that the directory's check would report about a file, in its own words, and those it would not. */
export function JournalFileProblems({ checked }: { checked: Checked }) {
  const lines = useMemo(() => linesOf(checked), [checked]);
  if (lines.length === 0) return null;
  return (
    <ListSection
      heading={t('journalFile.problems', { count: lines.length, n: formatNumber(lines.length) })}
      explanation={t('journalFile.wordsHelp')}
      label={t('journalFile.list')}
      total={lines.length}
      rowHeight={rowHeight}
      maxHeight="min(20rem, 40vh)"
    >
      {(index) => lines[index] && <ProblemRow line={lines[index]} />}
    </ListSection>
  );
}

const icons = { error: <ErrorCircle16Filled />, warn: <Warning16Filled />, note: <Info16Regular /> };

function ProblemRow({ line }: { line: Line }) {
  const styles = useStyles();
  const { type, place, words, explanation, values } = line;
  return (
    <div className={styles.row}>
      <span className={styles.place}>
        <span className={mergeClasses(styles.icon, styles[type])}>{icons[type]}</span>
        {t(`journalFile.type.${type}`, { place })}
      </span>
      {words !== null && <span lang="en">{words}</span>}
      {values && <span className={styles.quiet}>{t('journalFile.values', values)}</span>}
      <span className={words === null ? undefined : styles.quiet}>{describe(explanation)}</span>
    </div>
  );
}

/** Errors before warnings, and these before what the directory does not report; each in the order of the file. */
function linesOf({ problems, notes, crash, headers }: Checked): Line[] {
  const all = crash === null ? problems : [crash, ...problems];
  const reported = all.map((problem): Line => {
    const { type, words, explanation, was, now, row, column: at } = problem;
    const hasValues = row !== null && row > 1 && at !== null && problem !== crash;
    const values = hasValues ? { was: was === null ? '' : asText(was), now: asText(now) } : null;
    return { type, place: placeText(problem, headers), words, explanation, values };
  });
  const added = notes.map(
    (note): Line => ({
      type: 'note',
      place: placeText(note, headers),
      words: null,
      explanation: note.message,
      values: null,
    }),
  );
  return [
    ...reported.filter(({ type }) => type === 'error'),
    ...reported.filter(({ type }) => type === 'warn'),
    ...added,
  ];
}
