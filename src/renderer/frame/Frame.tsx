import { makeStyles, PortalMountNodeProvider, tokens } from '@fluentui/react-components';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { acceptedFiles } from '../../shared/draft/fileFormats.ts';
import { t } from '../../shared/i18n/i18n.ts';
import { barPadding, column, useCommonStyles } from '../parts/commonStyles.ts';
import { DialogBoundary } from '../parts/dialogs/DialogBoundary.tsx';
import { ErrorBoundary } from '../parts/ErrorBoundary.tsx';
import { useIsNarrow } from '../parts/theme.ts';
import { useAnnouncement } from '../state/announce.ts';
import { closeDiagnostics, useDiagnostics } from '../state/data/diagnostics.ts';
import { closeHistory, useHistory } from '../state/dialogs/history.ts';
import { addFiles, fileInputId } from '../state/dialogs/imports.ts';
import { openModal } from '../state/dialogs/openModal.ts';
import { closeHelp, useHelp } from '../state/navigation/help.ts';
import { readKeyboard } from '../state/navigation/keyLabels.ts';
import { closePalette, usePalette } from '../state/navigation/palette.ts';
import { go, parseRoute, useRoute } from '../state/navigation/route.ts';
import { leaveTour, useTour } from '../state/navigation/tour.ts';
import { keepFocus } from './keepFocus.ts';
import { CommandPalette, DiagnosticsDialog, HelpDialog, HistoryDialog, Tour } from './lazyDialogs.ts';
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
    // At 200 % zoom the status bar stays in view. At 400 % a window is 200 CSS pixels high: the page then scrolls, and the
    // list keeps a usable height.
    height: 'max(100dvh, 22rem)',
    backgroundColor: tokens.colorNeutralBackground1,
  },
  bare: {
    gridTemplateAreas: '"main" "status"',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gridTemplateRows: 'minmax(0, 1fr) auto',
  },
  main: {
    ...column,
    gridArea: 'main',
    minHeight: 0,
    minWidth: 0,
    outlineStyle: 'none',
    position: 'relative',
  },
  // Content that does not fit scrolls here, not over the status bar.
  screen: { ...column, flexGrow: 1, minHeight: 0, overflow: 'auto' },
  skip: {
    ...barPadding,
    position: 'absolute',
    left: tokens.spacingHorizontalM,
    top: '-100px',
    zIndex: 1000,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorBrandBackground,
    color: tokens.colorNeutralForegroundOnBrand,
    border: 'none',
    font: 'inherit',
    ':focus': { top: tokens.spacingVerticalXS },
  },
  cover: {
    position: 'absolute',
    inset: tokens.spacingHorizontalS,
    zIndex: 10,
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    border: `2px dashed ${tokens.colorBrandStroke1}`,
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground1,
    fontSize: tokens.fontSizeBase400,
    pointerEvents: 'none',
  },
});

/** The parts around every screen: skip link, top bar, rail, messages, status bar, live region. `isBare` omits bar and rail, for a separate window. */
export function Frame(props: { isBare: boolean; children: ReactNode }) {
  const styles = useStyles();
  const main = useRef<HTMLElement>(null);
  // Menus and dialogs are in the main landmark, so that users who navigate by landmarks find them.
  const [portals, setPortals] = useState<HTMLElement | null>(null);
  useEffect(listenForShortcuts, []);
  useEffect(keepFocus, []);
  useEffect(() => void readKeyboard(), []);
  const screen = useRoute(({ route }) => route.screen);
  const isNarrow = useIsNarrow();
  useFocusOnNewScreen(screen, main);
  return (
    <PortalMountNodeProvider value={portals ?? undefined}>
      <div className={props.isBare ? `${styles.root} ${styles.bare}` : styles.root}>
        {/* A button, because a link would change the hash, which is the route. */}
        <button type="button" className={styles.skip} onClick={() => main.current?.focus()}>
          {t('frame.skip')}
        </button>
        {!props.isBare && (
          <>
            <ErrorBoundary of="part" area="top">
              <TopBar />
            </ErrorBoundary>
            {!isNarrow && (
              <ErrorBoundary of="part" area="rail">
                <Rail />
              </ErrorBoundary>
            )}
          </>
        )}
        <main id="main" data-screen={screen} ref={main} tabIndex={-1} className={styles.main}>
          <ErrorBoundary of="part">
            <Notices />
          </ErrorBoundary>
          <div className={styles.screen}>{props.children}</div>
          <DropTarget />
          <div ref={setPortals} />
        </main>
        <ErrorBoundary of="part" area="status">
          <StatusBar />
        </ErrorBoundary>
        <Announcer />
        <Help />
        <Diagnosis />
        <History />
        <Palette />
        <TourCard />
        <FileInput />
      </div>
    </PortalMountNodeProvider>
  );
}

/** A new screen takes the focus, like a new page, so that a screen reader starts at its beginning. */
function useFocusOnNewScreen(screen: string, main: RefObject<HTMLElement | null>): void {
  // A window starts with the drafts; if it opens with another screen, that screen takes the focus.
  const shown = useRef<string>(parseRoute('').screen);
  useEffect(() => {
    if (shown.current === screen) return;
    shown.current = screen;
    // A dialog that was opened meanwhile keeps the focus.
    if (!openModal()) main.current?.focus();
  }, [screen, main]);
}

function Help() {
  const isOpen = useHelp((help) => help.isOpen);
  return isOpen ? (
    <DialogBoundary onClose={closeHelp}>
      <HelpDialog />
    </DialogBoundary>
  ) : null;
}

function Diagnosis() {
  const diagnostics = useDiagnostics((open) => open.diagnostics);
  return diagnostics === null ? null : (
    <DialogBoundary onClose={closeDiagnostics}>
      <DiagnosticsDialog diagnostics={diagnostics} />
    </DialogBoundary>
  );
}

function History() {
  const isOpen = useHistory((history) => history.isOpen);
  return isOpen ? (
    <DialogBoundary onClose={closeHistory}>
      <HistoryDialog />
    </DialogBoundary>
  ) : null;
}

function Palette() {
  const isOpen = usePalette((palette) => palette.isOpen);
  return isOpen ? (
    <DialogBoundary onClose={closePalette}>
      <CommandPalette />
    </DialogBoundary>
  ) : null;
}

function TourCard() {
  const step = useTour((tour) => tour.step);
  // It is about the list: over the preview of an import it would cover what has to be read.
  const isPaused = useRoute(({ route }) => route.screen === 'imports');
  return step === null || isPaused ? null : (
    <DialogBoundary onClose={leaveTour}>
      <Tour step={step} />
    </DialogBoundary>
  );
}

function FileInput() {
  return (
    <input
      id={fileInputId}
      type="file"
      multiple
      hidden
      accept={acceptedFiles()}
      aria-label={t('import.choose')}
      onChange={(event) => {
        void addFiles([...(event.target.files ?? [])]);
        // Choosing the same file again must fire another change event.
        event.target.value = '';
      }}
    />
  );
}

/** Imports files dropped anywhere on the window, which the browser would otherwise open. */
function DropTarget() {
  const styles = useStyles();
  const [isOver, setOver] = useState(false);
  useEffect(() => followFiles(setOver), []);
  if (!isOver) return null;
  return <div className={styles.cover}>{t('import.drop')}</div>;
}

function followFiles(setOver: (isOver: boolean) => void): () => void {
  const onDragOver = (event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    setOver(true);
  };
  const onLeave = (event: DragEvent) => {
    // Moving between two elements of the window has a related target; leaving the window has none.
    if (event.relatedTarget === null) setOver(false);
  };
  const onDrop = (event: DragEvent) => {
    setOver(false);
    if (!hasFiles(event)) return;
    event.preventDefault();
    const { screen } = useRoute.getState().route;
    if (screen !== 'drafts' && screen !== 'imports') go('#/drafts');
    void addFiles([...(event.dataTransfer?.files ?? [])]);
  };
  window.addEventListener('dragover', onDragOver);
  window.addEventListener('dragleave', onLeave);
  window.addEventListener('drop', onDrop);
  return () => {
    window.removeEventListener('dragover', onDragOver);
    window.removeEventListener('dragleave', onLeave);
    window.removeEventListener('drop', onDrop);
  };
}

function hasFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') === true;
}

/** Keeps Fluent from hiding the live region while a dialog is open, so that announcements are read then too. */
const neverHidden = { 'data-tabster-never-hide': '' };

/** The window's one polite live region, placed once in the frame. */
function Announcer() {
  const { text, turn } = useAnnouncement();
  const styles = useCommonStyles();
  // A screen reader reads only what changed, so the same text twice differs by a no-break space.
  return (
    <div role="status" aria-live="polite" className={styles.visuallyHidden} {...neverHidden}>
      {turn % 2 === 0 ? text : `${text}\u00a0`}
    </div>
  );
}
