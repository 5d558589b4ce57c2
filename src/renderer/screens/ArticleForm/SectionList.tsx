import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import {
  Checkmark16Regular,
  Circle16Regular,
  ErrorCircle16Filled,
  Warning16Filled,
} from '@fluentui/react-icons';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { sections } from '../../parts/article/articleFields.ts';
import { goToSection } from '../../parts/form/goToSection.ts';
import type { PlacedFinding } from '../../parts/form/place.ts';
import { type SectionState, sectionState } from '../../parts/form/sectionState.ts';

const useStyles = makeStyles({
  list: {
    listStyle: 'none',
    margin: 0,
    padding: 0,
    display: 'flex',
    flexWrap: 'wrap',
    gap: tokens.spacingHorizontalXS,
  },
  chip: {
    minWidth: 0,
    minHeight: '24px',
    paddingInline: tokens.spacingHorizontalS,
    columnGap: tokens.spacingHorizontalXXS,
    fontWeight: tokens.fontWeightRegular,
    borderRadius: tokens.borderRadiusXLarge,
  },
  error: { color: tokens.colorPaletteRedForeground1, ...border(tokens.colorStatusDangerBorder1) },
  warning: { color: tokens.colorStatusWarningForeground3, ...border(tokens.colorStatusWarningBorder1) },
  good: { color: tokens.colorStatusSuccessForeground1, ...border(tokens.colorStatusSuccessBorder1) },
  open: {},
});

function border(color: string) {
  return { borderTopColor: color, borderRightColor: color, borderBottomColor: color, borderLeftColor: color };
}

const icons: Record<SectionState['kind'], ReactElement> = {
  error: <ErrorCircle16Filled />,
  warning: <Warning16Filled />,
  good: <Checkmark16Regular />,
  open: <Circle16Regular />,
};

/** All sections with their state; choosing one moves the focus to it. */
export function SectionList(props: { all: readonly PlacedFinding[]; shown: readonly PlacedFinding[] }) {
  const { t } = useTranslation();
  const styles = useStyles();
  return (
    <nav aria-label={t('article.sections')}>
      <ul className={styles.list}>
        {sections.map((section) => {
          const { kind, count } = sectionState(section, props.all, props.shown);
          return (
            <li key={section}>
              <Button
                size="small"
                appearance="outline"
                className={mergeClasses(styles.chip, styles[kind])}
                icon={icons[kind]}
                iconPosition="after"
                aria-label={t(`article.sectionState.${kind}`, {
                  section: t(`article.chip.${section}`),
                  count,
                })}
                onClick={() => goToSection(section)}
              >
                {t(`article.chip.${section}`)}
                {count > 0 && ` ${count}`}
              </Button>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
