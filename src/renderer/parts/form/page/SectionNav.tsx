import { Button, makeStyles, mergeClasses, Subtitle2, tokens } from '@fluentui/react-components';
import {
  Checkmark16Regular,
  Circle16Regular,
  ErrorCircle16Filled,
  LockClosed16Regular,
  Warning16Filled,
} from '@fluentui/react-icons';
import type { ReactElement } from 'react';
import { t } from '../../../../shared/i18n/i18n.ts';
import { secondary, smallSecondary, wrapping } from '../../commonStyles.ts';
import { sectionId } from '../place.ts';
import type { SectionSummary } from './sectionSummary.ts';

/** A section of the form with its name in the navigation. */
export interface NavSection {
  section: string;
  name: string;
  summary: SectionSummary;
}

const useStyles = makeStyles({
  heading: { margin: 0 },
  list: { ...wrapping, listStyle: 'none', margin: 0, padding: 0, gap: tokens.spacingHorizontalXS },
  column: {
    marginTop: tokens.spacingVerticalXS,
    gap: 0,
    '@container (min-width: 760px)': { flexDirection: 'column', flexWrap: 'nowrap' },
  },
  chip: {
    minWidth: 0,
    minHeight: '24px',
    paddingInline: tokens.spacingHorizontalS,
    columnGap: tokens.spacingHorizontalXXS,
    fontWeight: tokens.fontWeightRegular,
    borderRadius: tokens.borderRadiusXLarge,
  },
  row: {
    minHeight: '28px',
    width: '100%',
    justifyContent: 'flex-start',
    textAlign: 'left',
    fontWeight: tokens.fontWeightRegular,
    paddingInline: tokens.spacingHorizontalXS,
    paddingBlock: '2px',
    alignItems: 'flex-start',
    '& .fui-Button__icon': { flexShrink: 0, height: '20px' },
  },
  count: smallSecondary,
  error: { color: tokens.colorPaletteRedForeground1 },
  warning: { color: tokens.colorStatusWarningForeground3 },
  ignored: secondary,
  open: secondary,
  empty: secondary,
  good: { color: tokens.colorStatusSuccessForeground1 },
});

const useChipStyles = makeStyles({
  error: { color: tokens.colorPaletteRedForeground1, ...border(tokens.colorStatusDangerBorder1) },
  warning: { color: tokens.colorStatusWarningForeground3, ...border(tokens.colorStatusWarningBorder1) },
  ignored: {},
  open: {},
  empty: {},
  good: { color: tokens.colorStatusSuccessForeground1, ...border(tokens.colorStatusSuccessBorder1) },
});

function border(color: string) {
  return { borderTopColor: color, borderRightColor: color, borderBottomColor: color, borderLeftColor: color };
}

const icons: Record<SectionSummary['kind'], ReactElement> = {
  error: <ErrorCircle16Filled />,
  warning: <Warning16Filled />,
  ignored: <LockClosed16Regular />,
  open: <Circle16Regular />,
  empty: <Circle16Regular />,
  good: <Checkmark16Regular />,
};

/** All sections with their summaries, as chips; choosing one moves the focus to it. */
export function SectionChips({ sections }: { sections: readonly NavSection[] }) {
  const styles = useStyles();
  const chipStyles = useChipStyles();
  return (
    <nav aria-label={t('article.sections')}>
      <ul className={styles.list}>
        {sections.map(({ section, name, summary }) => {
          const { kind, errors, warnings } = summary;
          const count = errors || warnings;
          return (
            <li key={section}>
              <Button
                size="small"
                appearance="outline"
                className={mergeClasses(styles.chip, chipStyles[kind])}
                icon={icons[kind]}
                iconPosition="after"
                aria-label={t(`article.sectionState.${kind}`, { section: name, count })}
                onClick={() => goToSection(section)}
              >
                {name}
                {/* In words: a number alone could be that of the authors. */}
                {errors > 0
                  ? countsText({ errors, warnings: 0, ignored: 0, open: 0 })
                  : countsText({ errors: 0, warnings, ignored: 0, open: 0 })}
              </Button>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

/** The same as a list with a heading, for the side of a page. */
export function SectionList({ sections }: { sections: readonly NavSection[] }) {
  const styles = useStyles();
  return (
    <nav aria-labelledby="sections-title">
      <Subtitle2 as="h2" id="sections-title" className={styles.heading}>
        {t('application.sections')}
      </Subtitle2>
      <ul className={mergeClasses(styles.list, styles.column)}>
        {sections.map(({ section, name, summary }) => (
          <li key={section}>
            <Button
              size="small"
              appearance="subtle"
              className={styles.row}
              icon={<span className={styles[summary.kind]}>{icons[summary.kind]}</span>}
              onClick={() => goToSection(section)}
            >
              <span>
                {name}
                <span className={styles.count}>{countsText(summary)}</span>
              </span>
            </Button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** ` · 1 error · 2 ignored`. */
function countsText(summary: Omit<SectionSummary, 'kind'>): string {
  return (['errors', 'warnings', 'ignored', 'open'] as const)
    .filter((kind) => summary[kind] > 0)
    .map((kind) => ` · ${t(`application.sectionState.${kind}`, { count: summary[kind] })}`)
    .join('');
}

/** Scrolls to the start of a section and focuses its heading. */
function goToSection(section: string): void {
  const heading = document.getElementById(sectionId(section));
  heading?.closest('section')?.scrollIntoView({ block: 'start' });
  heading?.focus({ preventScroll: true });
}
