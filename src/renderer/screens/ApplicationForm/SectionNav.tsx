import { Button, makeStyles, mergeClasses, Subtitle2, tokens } from '@fluentui/react-components';
import {
  Checkmark16Regular,
  Circle16Regular,
  ErrorCircle16Filled,
  LockClosed16Regular,
  Warning16Filled,
} from '@fluentui/react-icons';
import type { TFunction } from 'i18next';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import type { Section } from '../../parts/application/fieldFacts.ts';
import { goToSection } from '../../parts/form/goToSection.ts';
import type { SectionSummary } from './sectionSummary.ts';

const useStyles = makeStyles({
  heading: { margin: 0 },
  list: {
    listStyle: 'none',
    margin: 0,
    marginTop: tokens.spacingVerticalXS,
    padding: 0,
    display: 'flex',
    flexWrap: 'wrap',
    '@container (min-width: 760px)': { flexDirection: 'column', flexWrap: 'nowrap' },
  },
  button: {
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
  count: { color: tokens.colorNeutralForeground2, fontSize: tokens.fontSizeBase200 },
  error: { color: tokens.colorPaletteRedForeground1 },
  warning: { color: tokens.colorStatusWarningForeground3 },
  ignored: { color: tokens.colorNeutralForeground2 },
  open: { color: tokens.colorNeutralForeground2 },
  good: { color: tokens.colorStatusSuccessForeground1 },
});

const icons: Record<SectionSummary['kind'], ReactElement> = {
  error: <ErrorCircle16Filled />,
  warning: <Warning16Filled />,
  ignored: <LockClosed16Regular />,
  open: <Circle16Regular />,
  good: <Checkmark16Regular />,
};

/** All sections with how each stands; choosing one moves the focus to it. */
export function SectionNav(props: { sections: readonly { section: Section; summary: SectionSummary }[] }) {
  const { t } = useTranslation();
  const styles = useStyles();
  return (
    <nav aria-labelledby="sections-title">
      <Subtitle2 as="h2" id="sections-title" className={styles.heading}>
        {t('application.sections')}
      </Subtitle2>
      <ul className={styles.list}>
        {props.sections.map(({ section, summary }) => (
          <li key={section}>
            <Button
              size="small"
              appearance="subtle"
              className={styles.button}
              icon={<span className={mergeClasses(styles[summary.kind])}>{icons[summary.kind]}</span>}
              onClick={() => goToSection(section)}
            >
              <span>
                {t(`application.section.${section}`)}
                <span className={styles.count}>{stateWords(summary, t)}</span>
              </span>
            </Button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** ` · 1 error · 2 ignored`. */
function stateWords(summary: SectionSummary, t: TFunction): string {
  return (['errors', 'warnings', 'ignored', 'open'] as const)
    .filter((kind) => summary[kind] > 0)
    .map((kind) => ` · ${t(`application.sectionState.${kind}`, { count: summary[kind] })}`)
    .join('');
}
