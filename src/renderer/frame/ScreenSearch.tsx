import { Button, Input, makeStyles, tokens } from '@fluentui/react-components';
import { ArrowRightRegular, DismissRegular, SearchRegular } from '@fluentui/react-icons';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { t } from '../../shared/i18n/i18n.ts';
import { searchBoxId } from '../state/navigation/commands.ts';
import { useAriaKeys, useCommandKeys } from '../state/navigation/keyLabels.ts';
import { go, type Route, useRoute } from '../state/navigation/route.ts';
import { setFilter, useDraftsView } from '../state/records/draftsView.ts';
import { findJournals, setJournalText, useJournalsView } from '../state/records/journalsView.ts';
import { setRequestText, useRequestsView } from '../state/records/requestsView.ts';
import { setUploadText, useUploadsView } from '../state/records/uploadsView.ts';

const debounceMs = 150;

const useStyles = makeStyles({
  box: { width: '100%', maxWidth: 'none' },
  // Our own button replaces it, because it has a name and a target size.
  input: { '::-webkit-search-cancel-button': { display: 'none' } },
  keys: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    whiteSpace: 'nowrap',
    '@media (max-width: 799px)': { display: 'none' },
  },
});

/** What the box searches: the list of a screen. */
interface Searched {
  /** `frame.searchIn.<name>`. */
  name: 'drafts' | 'journals' | 'directory' | 'requests' | 'uploads';
  /** What the list shows at present. */
  applied: string;
  apply: (text: string) => void;
  /** Asks a server: once, when the words are complete. */
  isAsked?: boolean;
}

/** The search box of the window, which searches the list of the screen that is shown; the search of the directory has its own. */
export function ScreenSearch(props: { className: string }) {
  const screen = useRoute(({ route }) => route.screen);
  const searched = useSearched(screen);
  if (!searched) return null;
  return (
    <search className={props.className}>
      <Box key={searched.name} searched={searched} />
    </search>
  );
}

function useSearched(screen: Route['screen']): Searched | null {
  const drafts = useDraftsView(({ filter }) => filter.text ?? '');
  const { scope, text: journals, asked } = useJournalsView();
  const requests = useRequestsView(({ text }) => text);
  const uploads = useUploadsView(({ text }) => text);
  switch (screen) {
    case 'search':
      return null;
    case 'journals':
      return scope === 'mine'
        ? { name: 'journals', applied: journals, apply: setJournalText }
        : { name: 'directory', applied: asked, apply: (text) => void findJournals(text), isAsked: true };
    case 'update-requests':
      return { name: 'requests', applied: requests, apply: setRequestText };
    case 'uploads':
      return { name: 'uploads', applied: uploads, apply: setUploadText };
    default:
      return { name: 'drafts', applied: drafts, apply: (text) => setFilter({ text }) };
  }
}

function Box({ searched }: { searched: Searched }) {
  const styles = useStyles();
  const { name, applied, isAsked = false } = searched;
  const [typed, setTyped] = useState(applied);
  const keys = useCommandKeys()('search');
  const ariaKeys = useAriaKeys('search');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  // A chip or a list of the rail may have cleared it.
  useEffect(() => setTyped(applied), [applied]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const apply = (text: string) => {
    clearTimeout(timer.current);
    if (text === applied && !isAsked) return;
    showList(name);
    searched.apply(text);
  };
  const clear = () => {
    setTyped('');
    if (!isAsked) apply('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') apply(typed);
    else if (event.key === 'Escape' && typed !== '') clear();
    else return;
    event.preventDefault();
  };
  const label = t(`frame.searchIn.${name}`);
  return (
    <Input
      id={searchBoxId}
      className={styles.box}
      type="search"
      input={{ className: styles.input }}
      value={typed}
      maxLength={500}
      placeholder={label}
      aria-label={label}
      aria-keyshortcuts={ariaKeys}
      contentBefore={<SearchRegular />}
      contentAfter={
        typed === '' ? (
          <span className={styles.keys} aria-hidden="true">
            {keys}
          </span>
        ) : (
          <>
            {isAsked && (
              <Button
                size="small"
                appearance="transparent"
                icon={<ArrowRightRegular />}
                aria-label={t('journals.findButton')}
                onClick={() => apply(typed)}
              />
            )}
            <Button
              size="small"
              appearance="transparent"
              icon={<DismissRegular />}
              aria-label={t('frame.clearSearch')}
              onClick={() => {
                clear();
                document.getElementById(searchBoxId)?.focus();
              }}
            />
          </>
        )
      }
      onChange={(_, { value }) => {
        setTyped(value);
        clearTimeout(timer.current);
        if (!isAsked) timer.current = setTimeout(() => apply(value), debounceMs);
      }}
      onKeyDown={onKeyDown}
    />
  );
}

/** Leaves any screen, and any record that fills the window, that would hide the results. */
function showList(name: Searched['name']): void {
  const { route } = useRoute.getState();
  const isWide = window.matchMedia('(min-width: 1000px)').matches;
  switch (name) {
    case 'journals':
    case 'directory':
      if (route.screen === 'journals' && route.journalId !== null && !isWide) go('#/journals');
      return;
    case 'requests':
      if (route.screen === 'update-requests' && route.applicationId !== null) go('#/update-requests');
      if (!isWide) useRequestsView.setState({ openId: null });
      return;
    case 'uploads':
      if (route.screen === 'uploads' && route.uploadId !== null) go('#/uploads');
      return;
    case 'drafts':
      if (route.screen !== 'drafts' || (route.draftId !== null && !isWide)) go('#/drafts');
  }
}
