import { makeStyles, mergeClasses, Select, tokens } from '@fluentui/react-components';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { t } from '../../../shared/i18n/i18n.ts';
import { column, focusRing, plainList, selected, thinLine, wrappingRow } from '../../parts/commonStyles.ts';
import { useIsNarrow } from '../../parts/theme.ts';
import { useTitle } from '../../parts/useTitle.ts';
import { hrefOf } from '../../state/navigation/route.ts';
import {
  isSettingsSection,
  type SettingsSectionName,
  sectionInView,
  settingsHeadingId,
  settingsSections,
} from '../../state/navigation/settingsSections.ts';
import { sectionChoiceId, showSettingsSection } from '../../state/navigation/showSettingsSection.ts';
import { AboutSection } from './AboutSection.tsx';
import { AccountsSection } from './AccountsSection.tsx';
import { AppearanceSection } from './AppearanceSection.tsx';
import { BackupsSection } from './BackupsSection.tsx';
import { CheckerSection } from './CheckerSection.tsx';
import { FactsSection } from './FactsSection.tsx';
import { FollowingSection } from './FollowingSection.tsx';
import { FundersSection } from './FundersSection.tsx';
import { OfficeSection } from './OfficeSection.tsx';
import { SendingSection } from './SendingSection.tsx';
import { ShortcutsSection } from './ShortcutsSection.tsx';
import { SourcesSection } from './SourcesSection.tsx';

const useStyles = makeStyles({
  root: { display: 'flex', flexGrow: 1, minHeight: 0, minWidth: 0 },
  narrow: { flexDirection: 'column' },
  head: {
    ...column,
    flexShrink: 0,
    rowGap: tokens.spacingVerticalM,
    width: '200px',
    boxSizing: 'border-box',
    overflowY: 'auto',
    paddingBlock: tokens.spacingHorizontalXL,
    paddingInline: tokens.spacingHorizontalS,
    borderRight: thinLine,
    // The names in other languages are longer.
    ':not(:lang(en))': { width: '240px' },
  },
  bar: {
    ...wrappingRow,
    flexShrink: 0,
    columnGap: tokens.spacingHorizontalM,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    borderBottom: thinLine,
  },
  title: { margin: 0, fontSize: tokens.fontSizeBase500, lineHeight: tokens.lineHeightBase500 },
  indented: { paddingInline: tokens.spacingHorizontalM },
  list: { ...plainList, ...column, rowGap: tokens.spacingVerticalXXS },
  link: {
    display: 'block',
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalM}`,
    borderRadius: tokens.borderRadiusMedium,
    color: tokens.colorNeutralForeground1,
    textDecorationLine: 'none',
    ':hover': {
      backgroundColor: tokens.colorNeutralBackground1Hover,
      color: tokens.colorNeutralForeground1Hover,
    },
    ':focus-visible': focusRing,
  },
  current: { ...selected, fontWeight: tokens.fontWeightSemibold },
  scroller: { flexGrow: 1, minHeight: 0, minWidth: 0, overflowY: 'auto' },
  content: {
    ...column,
    gap: tokens.spacingVerticalXXL,
    maxWidth: '52rem',
    padding: tokens.spacingHorizontalXL,
    '@media (max-width: 639px)': { padding: tokens.spacingHorizontalM },
  },
});

/** All settings on one page, with a list of the sections beside it, or a choice above it in a narrow window. */
export function Settings({ section }: { section: SettingsSectionName | null }) {
  const styles = useStyles();
  useTitle(t('frame.settings'));
  const isWide = !useIsNarrow();
  const scroller = useRef<HTMLDivElement>(null);
  const current = useSectionInView(scroller, section);
  useKeepInPlace(scroller, section);
  return (
    <section
      className={mergeClasses(styles.root, !isWide && styles.narrow)}
      aria-labelledby="settings-title"
      data-region="list"
    >
      <div className={isWide ? styles.head : styles.bar}>
        <h1 id="settings-title" className={mergeClasses(styles.title, isWide && styles.indented)}>
          {t('frame.settings')}
        </h1>
        {isWide ? <SectionLinks current={current} /> : <SectionChoice current={current} />}
      </div>
      <div ref={scroller} className={styles.scroller}>
        <div className={styles.content}>
          <AccountsSection />
          <OfficeSection />
          <AppearanceSection />
          <ShortcutsSection />
          <SendingSection />
          <FollowingSection />
          <SourcesSection />
          <CheckerSection />
          <FundersSection />
          <FactsSection />
          <BackupsSection />
          <AboutSection />
        </div>
      </div>
    </section>
  );
}

function SectionLinks({ current }: { current: SettingsSectionName }) {
  const styles = useStyles();
  return (
    <nav aria-label={t('settings.sections')}>
      <ul className={styles.list}>
        {settingsSections.map((name) => (
          <li key={name}>
            <a
              href={hrefOf({ screen: 'settings', section: name })}
              className={mergeClasses(styles.link, name === current && styles.current)}
              aria-current={name === current ? 'true' : undefined}
              onClick={(event) => {
                if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                event.preventDefault();
                showSettingsSection(name);
              }}
            >
              {t(`settings.${name}.title`)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function SectionChoice({ current }: { current: SettingsSectionName }) {
  return (
    <Select
      id={sectionChoiceId}
      aria-label={t('settings.sections')}
      value={current}
      onChange={(_, { value }) => isSettingsSection(value) && showSettingsSection(value)}
    >
      {settingsSections.map((name) => (
        <option key={name} value={name}>
          {t(`settings.${name}.title`)}
        </option>
      ))}
    </Select>
  );
}

/** The section to mark as current while the reader scrolls. */
function useSectionInView(
  scroller: RefObject<HTMLElement | null>,
  wanted: SettingsSectionName | null,
): SettingsSectionName {
  const [inView, setInView] = useState(wanted ?? settingsSections[0]);
  useEffect(() => {
    const box = scroller.current;
    if (!box) return;
    const follow = () => {
      const edge = box.getBoundingClientRect().top;
      const places = settingsSections.flatMap((name) => {
        const heading = document.getElementById(settingsHeadingId(name));
        return heading ? [{ name, top: heading.getBoundingClientRect().top - edge }] : [];
      });
      setInView(sectionInView(places, box.clientHeight, wanted));
    };
    box.addEventListener('scroll', follow, { passive: true });
    // After the section that the address names was scrolled to; it may already be in view.
    const timer = setTimeout(follow);
    return () => {
      clearTimeout(timer);
      box.removeEventListener('scroll', follow);
    };
  }, [scroller, wanted]);
  return inView;
}

/** Keeps the address's section at the upper edge while the sections above it load, until the user acts. */
function useKeepInPlace(scroller: RefObject<HTMLElement | null>, wanted: SettingsSectionName | null): void {
  useEffect(() => {
    const content = scroller.current?.firstElementChild;
    if (!content || wanted === null) return;
    const observer = new ResizeObserver(() =>
      document.getElementById(settingsHeadingId(wanted))?.scrollIntoView({ block: 'start' }),
    );
    observer.observe(content);
    const stop = new AbortController();
    const end = () => {
      observer.disconnect();
      stop.abort();
    };
    for (const act of ['keydown', 'pointerdown', 'wheel', 'touchstart'])
      window.addEventListener(act, end, { signal: stop.signal, passive: true });
    return end;
  }, [scroller, wanted]);
}
