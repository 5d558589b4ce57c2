import { makeStyles, PortalMountNodeProvider, tokens } from '@fluentui/react-components';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Announcer } from '../parts/Announcer.tsx';
import { useDiagnostics } from '../state/diagnostics.ts';
import { useHelp } from '../state/help.ts';
import { addFiles, fileInputId } from '../state/imports.ts';
import { readKeyboard } from '../state/keyLabels.ts';
import { usePalette } from '../state/palette.ts';
import { parseRoute, useRoute } from '../state/route.ts';
import { useTour } from '../state/tour.ts';
import { DropTarget } from './DropTarget.tsx';
import { keepFocus } from './keepFocus.ts';
import { CommandPalette, DiagnosticsDialog, HelpDialog, Tour } from './lazyDialogs.ts';
import { Notices } from './Notices.tsx';
import { Rail } from './Rail.tsx';
import { StatusBar } from './StatusBar.tsx';
import { listenForShortcuts } from './shortcuts.ts';
import { TopBar } from './TopBar.tsx';

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gridTemplateAreas: '"top top" "rail main" "status status"',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    gridTemplateRows: 'auto minmax(0, 1fr) auto',
    // At 400 % zoom a window is 200 CSS pixels high: then the page scrolls, and the list keeps a usable height.
    height: 'max(100dvh, 34rem)',
    backgroundColor: tokens.colorNeutralBackground1,
    '@media (max-width: 639px)': {
      gridTemplateAreas: '"top" "rail" "main" "status"',
      gridTemplateColumns: 'minmax(0, 1fr)',
      gridTemplateRows: 'auto auto minmax(0, 1fr) auto',
    },
  },
  bare: {
    gridTemplateAreas: '"main" "status"',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gridTemplateRows: 'minmax(0, 1fr) auto',
  },
  main: {
    gridArea: 'main',
    display: 'flex',
    flexDirection: 'column',
    minHeight: 0,
    minWidth: 0,
    outlineStyle: 'none',
    position: 'relative',
  },
  // What has no room and does not scroll by itself scrolls here, not over the status bar.
  screen: { flexGrow: 1, minHeight: 0, display: 'flex', flexDirection: 'column', overflow: 'auto' },
  skip: {
    position: 'absolute',
    left: tokens.spacingHorizontalM,
    top: '-100px',
    zIndex: 1000,
    paddingBlock: tokens.spacingVerticalS,
    paddingInline: tokens.spacingHorizontalM,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorBrandBackground,
    color: tokens.colorNeutralForegroundOnBrand,
    border: 'none',
    font: 'inherit',
    ':focus': { top: tokens.spacingVerticalXS },
  },
});

/** What stands around every screen: skip link, top bar, rail, messages, status bar, live region. `isBare` leaves bar and rail out, for a window of its own. */
export function Frame(props: { isBare: boolean; children: ReactNode }) {
  const { t } = useTranslation();
  const styles = useStyles();
  const main = useRef<HTMLElement>(null);
  // Menus and dialogs stand in the main landmark, where those who go by landmarks find them.
  const [portals, setPortals] = useState<HTMLElement | null>(null);
  useEffect(listenForShortcuts, []);
  useEffect(keepFocus, []);
  useEffect(() => void readKeyboard(), []);
  const screen = useRoute(({ route }) => route.screen);
  useFocusOnNewScreen(screen, main);
  return (
    <PortalMountNodeProvider value={portals ?? undefined}>
      <div className={props.isBare ? `${styles.root} ${styles.bare}` : styles.root}>
        {/* A button and not a link: the hash belongs to the routes. */}
        <button type="button" className={styles.skip} onClick={() => main.current?.focus()}>
          {t('frame.skip')}
        </button>
        {!props.isBare && <TopBar />}
        {!props.isBare && <Rail />}
        <main id="main" data-screen={screen} ref={main} tabIndex={-1} className={styles.main}>
          <Notices />
          <div className={styles.screen}>{props.children}</div>
          <DropTarget />
          <div ref={setPortals} />
        </main>
        <StatusBar />
        <Announcer />
        <Help />
        <Diagnosis />
        <Palette />
        <TourCard />
        <FileInput />
      </div>
    </PortalMountNodeProvider>
  );
}

/** Another screen is another page: what reads the window aloud starts at its beginning. */
function useFocusOnNewScreen(screen: string, main: RefObject<HTMLElement | null>): void {
  // A window begins at the drafts; one that opens elsewhere was led there.
  const shown = useRef<string>(parseRoute('').screen);
  useEffect(() => {
    if (shown.current === screen) return;
    shown.current = screen;
    // What was opened over it meanwhile keeps the focus.
    if (!document.querySelector('[aria-modal="true"]')) main.current?.focus();
  }, [screen, main]);
}

function Help() {
  const isOpen = useHelp((help) => help.isOpen);
  return isOpen ? <HelpDialog /> : null;
}

function Diagnosis() {
  const diagnostics = useDiagnostics((open) => open.diagnostics);
  return diagnostics === null ? null : <DiagnosticsDialog diagnostics={diagnostics} />;
}

function Palette() {
  const isOpen = usePalette((palette) => palette.isOpen);
  return isOpen ? <CommandPalette /> : null;
}

function TourCard() {
  const step = useTour((tour) => tour.step);
  return step === null ? null : <Tour step={step} />;
}

function FileInput() {
  const { t } = useTranslation();
  return (
    <input
      id={fileInputId}
      type="file"
      multiple
      hidden
      accept=".json,.jsonl,.ndjson,.xml,application/json,application/xml,text/xml"
      aria-label={t('import.choose')}
      onChange={(event) => {
        void addFiles([...(event.target.files ?? [])]);
        // The same file chosen again is a new import.
        event.target.value = '';
      }}
    />
  );
}
