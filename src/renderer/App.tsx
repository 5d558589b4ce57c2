import { FluentProvider } from '@fluentui/react-components';
import { type ReactElement, useEffect } from 'react';
import { Frame } from './frame/Frame.tsx';
import {
  ApplicationForm,
  ArticleForm,
  BulkEditDialog,
  Comparisons,
  Compliance,
  CopyDialog,
  DeletionDialog,
  Drafts,
  ExportDialog,
  Fixing,
  fetchFor,
  fetchRestWhenIdle,
  HarvestDialog,
  Import,
  Journals,
  LinksDialog,
  Overview,
  ReviewDialog,
  Search,
  SendPlanDialog,
  Settings,
  UpdateRequests,
  Uploads,
  UploadWindow,
} from './lazyScreens.ts';
import { DialogBoundary } from './parts/dialogs/DialogBoundary.tsx';
import { ErrorBoundary } from './parts/ErrorBoundary.tsx';
import { useLanguage } from './parts/texts/useLanguage.ts';
import { useTheme } from './parts/theme.ts';
import { useApplications } from './state/data/applications.ts';
import { useBackups } from './state/data/backups.ts';
import { useJournals, useSortedJournals } from './state/data/journals.ts';
import { useAccount, useSettings } from './state/data/session.ts';
import { closeBulkEdit, useBulkEdit } from './state/dialogs/bulkEdit.ts';
import { closeCopyDrafts, useCopyDrafts } from './state/dialogs/copyDrafts.ts';
import { closeDeletion, useDeletion } from './state/dialogs/deletion.ts';
import { closeExport, useExporting } from './state/dialogs/exporting.ts';
import { closeHarvest, useHarvest } from './state/dialogs/harvest.ts';
import { closeLinkCheck, useLinkCheck } from './state/dialogs/linkCheck.ts';
import { closeReview, useReview } from './state/dialogs/review.ts';
import { closeSendPlan, useSendPlan } from './state/dialogs/sendPlan.ts';
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
        <SendPlan />
        <BulkEdit />
        <CopyDrafts />
        <Reviewing />
        <Exporting />
        <Deletion />
        <LinkCheck />
        <Harvesting />
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
          form={({ kind, recordId, id }, attempt) =>
            kind === 'application' ? (
              <ApplicationForm key={recordId} applicationId={recordId} fixing={{ id, attempt }} />
            ) : (
              <ArticleForm key={recordId} draftId={recordId} field={null} fixing={{ id, attempt }} />
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

function SendPlan() {
  const { plan } = useSendPlan();
  if (!plan) return null;
  return (
    <DialogBoundary onClose={closeSendPlan}>
      <SendPlanDialog {...plan} onClose={closeSendPlan} />
    </DialogBoundary>
  );
}

function CopyDrafts() {
  const { request } = useCopyDrafts();
  if (!request) return null;
  return (
    <DialogBoundary onClose={closeCopyDrafts}>
      <CopyDialog request={request} onClose={closeCopyDrafts} />
    </DialogBoundary>
  );
}

function Reviewing() {
  const { request } = useReview();
  if (!request) return null;
  return (
    <DialogBoundary onClose={closeReview}>
      <ReviewDialog request={request} onClose={closeReview} />
    </DialogBoundary>
  );
}

function Exporting() {
  const { request } = useExporting();
  if (!request) return null;
  return (
    <DialogBoundary onClose={closeExport}>
      <ExportDialog request={request} onClose={closeExport} />
    </DialogBoundary>
  );
}

function Deletion() {
  const { request } = useDeletion();
  if (!request) return null;
  return (
    <DialogBoundary onClose={closeDeletion}>
      <DeletionDialog request={request} onClose={closeDeletion} />
    </DialogBoundary>
  );
}

function Harvesting() {
  const { accountId } = useHarvest();
  if (accountId === null) return null;
  return (
    <DialogBoundary onClose={closeHarvest}>
      <HarvestDialog key={accountId} accountId={accountId} onClose={closeHarvest} />
    </DialogBoundary>
  );
}

function LinkCheck() {
  const { request } = useLinkCheck();
  if (!request) return null;
  return (
    <DialogBoundary onClose={closeLinkCheck}>
      <LinksDialog request={request} onClose={closeLinkCheck} />
    </DialogBoundary>
  );
}

function BulkEdit() {
  const { request } = useBulkEdit();
  if (!request) return null;
  return (
    <DialogBoundary onClose={closeBulkEdit}>
      <BulkEditDialog request={request} onClose={closeBulkEdit} />
    </DialogBoundary>
  );
}
