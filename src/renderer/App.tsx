import { FluentProvider } from '@fluentui/react-components';
import { type ReactElement, useEffect } from 'react';
import { Frame } from './frame/Frame.tsx';
import {
  ApplicationForm,
  ArticleForm,
  Comparisons,
  Compliance,
  dialogs,
  Fixing,
  fetchFor,
  fetchRestWhenIdle,
  Import,
  Journals,
  Overview,
  Search,
  Settings,
  UpdateRequests,
  Uploads,
  UploadWindow,
  Watch,
} from './lazyScreens.ts';
import { DialogBoundary } from './parts/dialogs/DialogBoundary.tsx';
import { ErrorBoundary } from './parts/ErrorBoundary.tsx';
import type { LazyComponent } from './parts/lazy/lazy.tsx';
import { useLanguage } from './parts/texts/useLanguage.ts';
import { useTheme } from './parts/theme.ts';
import { Drafts } from './screens/Drafts/Drafts.tsx';
import { useApplications } from './state/data/applications.ts';
import { useBackups } from './state/data/backups.ts';
import { useJournals, useSortedJournals } from './state/data/journals.ts';
import { useAccount, useSettings } from './state/data/session.ts';
import {
  closeDialog,
  type DialogName,
  type DialogProps,
  type DialogRequests,
  useDialogs,
} from './state/dialogs/dialogs.ts';
import { useLanguageSetting } from './state/language.ts';
import { followHash, type Route, useRoute } from './state/navigation/route.ts';
import { startWindow } from './state/navigation/startWindow.ts';
import { useDraftTotal } from './state/records/draftRows.ts';

/** The window: theme, frame, and the screen of the address. */
export function App() {
  const setting = useSettings()?.theme ?? 'system';
  const { name, theme } = useTheme(setting);
  const route = useRoute((state) => state.route);
  const restored = useBackups((backups) => backups.restored);
  useEffect(() => followHash(fetchFor), []);
  useEffect(startWindow, []);
  useLanguageSetting();
  useLanguage();
  // A window opened for one upload shows only that.
  const isBare = route.screen === 'uploads' && route.uploadId !== null && window.name.startsWith('upload-');
  const hasData = useDraftTotal() !== null;
  useEffect(() => (hasData && !isBare ? fetchRestWhenIdle() : undefined), [hasData, isBare]);
  return (
    <FluentProvider theme={theme} data-theme={name}>
      <Frame isBare={isBare}>
        {/* After a restore the screen shows another database. */}
        <ErrorBoundary key={restored} of="screen">
          {screenOf(route)}
        </ErrorBoundary>
        <Dialogs />
        <ErrorBoundary of="part">
          <WarmData />
        </ErrorBoundary>
      </Frame>
    </FluentProvider>
  );
}

function screenOf(route: Route): ReactElement {
  switch (route.screen) {
    case 'drafts':
      return (
        <Drafts
          draftId={route.draftId}
          form={
            route.draftId !== null && (
              <ArticleForm key={route.draftId} draftId={route.draftId} field={route.field} />
            )
          }
        />
      );
    case 'fixing':
      return (
        <Fixing
          key={route.fixingId}
          id={route.fixingId}
          form={({ kind, recordId, id, aims }, attempt) =>
            kind === 'application' ? (
              <ApplicationForm key={recordId} applicationId={recordId} fixing={{ id, aims, attempt }} />
            ) : (
              <ArticleForm key={recordId} draftId={recordId} field={null} fixing={{ id, aims, attempt }} />
            )
          }
        />
      );
    case 'uploads':
      return route.uploadId === null ? (
        <Uploads />
      ) : (
        <UploadWindow key={route.uploadId} id={route.uploadId} />
      );
    case 'imports':
      return <Import key={route.importId} id={route.importId} />;
    case 'journals':
      return <Journals journalId={route.journalId} />;
    case 'update-requests':
      return route.applicationId === null ? (
        <UpdateRequests />
      ) : (
        <ApplicationForm key={route.applicationId} applicationId={route.applicationId} />
      );
    case 'watch':
      return <Watch view={route.view} accountId={route.accountId} />;
    case 'overview':
      return <Overview />;
    case 'search':
      return <Search />;
    case 'comparisons':
      return <Comparisons comparisonId={route.comparisonId} />;
    case 'compliance':
      return <Compliance view={route.view} id={route.id} />;
    case 'settings':
      return <Settings section={route.section} />;
  }
}

/** Keeps journals and requests in the cache, so that their screens and the palette show them at once. */
function WarmData() {
  useSortedJournals();
  useJournals(useAccount()?.id);
  useApplications();
  return null;
}

/** The dialogs that are open, on whatever screen. */
function Dialogs() {
  return dialogNames.map((name) => <OneDialog key={name} name={name} />);
}

const dialogNames = Object.keys(dialogs) as DialogName[];

function OneDialog<N extends DialogName>({ name }: { name: N }) {
  const request: DialogRequests[N] | undefined = useDialogs((open) => open[name]);
  if (request === undefined) return null;
  const Dialog: LazyComponent<DialogProps<N>> = dialogs[name];
  const onClose = () => closeDialog(name);
  return (
    <DialogBoundary onClose={onClose}>
      <Dialog request={request} onClose={onClose} />
    </DialogBoundary>
  );
}
