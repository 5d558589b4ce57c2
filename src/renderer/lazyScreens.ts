import {
  CommandPalette,
  DiagnosticsDialog,
  HelpDialog,
  HistoryDialog,
  PlacesMenu,
  Tour,
} from './frame/lazyDialogs.ts';
import { type LazyComponent, lazy } from './parts/lazy/lazy.tsx';
import { lazyInOffice } from './parts/lazy/lazyInOffice.ts';
import { lazyWithTexts } from './parts/lazy/lazyWithTexts.ts';
import type { DialogName, DialogProps } from './state/dialogs/dialogs.ts';
import type { Route } from './state/navigation/route.ts';

export const ArticleForm = lazy(
  async () => (await import('./screens/ArticleForm/ArticleForm.tsx')).ArticleForm,
);
export const Fixing = lazy(async () => (await import('./screens/Fixing/Fixing.tsx')).Fixing);
export const Uploads = lazy(async () => (await import('./screens/Uploads/Uploads.tsx')).Uploads);
export const UploadWindow = lazy(
  async () => (await import('./screens/Uploads/UploadWindow.tsx')).UploadWindow,
);
export const Import = lazy(async () => (await import('./screens/Import/Import.tsx')).Import);
export const Journals = lazy(async () => (await import('./screens/Journals/Journals.tsx')).Journals);
export const UpdateRequests = lazy(
  async () => (await import('./screens/UpdateRequests/UpdateRequests.tsx')).UpdateRequests,
);
export const ApplicationForm = lazy(
  async () => (await import('./screens/ApplicationForm/ApplicationForm.tsx')).ApplicationForm,
);
export const Watch = lazy(async () => (await import('./screens/Watch/Watch.tsx')).Watch);
export const Overview = lazy(async () => (await import('./screens/Overview/Overview.tsx')).Overview);
export const Search = lazy(async () => (await import('./screens/Search/Search.tsx')).Search);
export const Comparisons = lazy(
  async () => (await import('./screens/Comparisons/Comparisons.tsx')).Comparisons,
);
export const Compliance = lazyWithTexts(
  async () => (await import('./screens/Compliance/Compliance.tsx')).Compliance,
  async () => (await import('./state/data/complianceTexts.ts')).complianceTexts,
);
export const Settings = lazyInOffice(async () => (await import('./screens/Settings/Settings.tsx')).Settings);

/** The component of each dialog that opens on any screen. */
export const dialogs: { [N in DialogName]: LazyComponent<DialogProps<N>> } = {
  sendPlan: lazy(async () => (await import('./screens/SendPlan/SendPlanDialog.tsx')).SendPlanDialog),
  bulkEdit: lazy(async () => (await import('./screens/BulkEdit/BulkEditDialog.tsx')).BulkEditDialog),
  copyDrafts: lazy(async () => (await import('./screens/BulkEdit/CopyDialog.tsx')).CopyDialog),
  export: lazy(async () => (await import('./screens/Export/ExportDialog.tsx')).ExportDialog),
  deletion: lazy(async () => (await import('./screens/Deletions/DeletionDialog.tsx')).DeletionDialog),
  links: lazy(async () => (await import('./screens/Links/LinksDialog.tsx')).LinksDialog),
  account: lazy(async () => (await import('./screens/Settings/AccountDialog.tsx')).AccountDialog),
  harvest: lazy(async () => (await import('./screens/Harvest/HarvestDialog.tsx')).HarvestDialog),
  review: lazyInOffice(async () => (await import('./screens/Review/ReviewDialog.tsx')).ReviewDialog),
};

type Loadable = Pick<LazyComponent<never>, 'fetch' | 'isLoaded'>;

/** In the order in which they are usually opened. */
const byLikelihood: readonly Loadable[] = [
  ArticleForm,
  ...Object.values(dialogs),
  Fixing,
  CommandPalette,
  HelpDialog,
  DiagnosticsDialog,
  HistoryDialog,
  PlacesMenu,
  Uploads,
  UploadWindow,
  Import,
  Journals,
  UpdateRequests,
  ApplicationForm,
  Watch,
  Search,
  Overview,
  Comparisons,
  Compliance,
  Settings,
  Tour,
];

/** Fetches the code of a route's screen; null if it is loaded. Never rejects. */
export function fetchFor(route: Route): Promise<unknown> | null {
  const missing = codeOf(route).filter((one) => !one.isLoaded());
  return missing.length === 0 ? null : Promise.all(missing.map((one) => one.fetch()));
}

/** Milliseconds in which the first screen is drawn and can be used before the code of the others is run. */
const firstPause = 1_000;

/** Fetches the code of all other screens, one at a time while the window is idle; returns a function that stops it. */
export function fetchRestWhenIdle(): () => void {
  let isStopped = false;
  void (async () => {
    await new Promise((resolve) => setTimeout(resolve, firstPause));
    for (const one of byLikelihood) {
      await idle();
      if (isStopped) return;
      if (!one.isLoaded()) await one.fetch();
    }
  })();
  return () => {
    isStopped = true;
  };
}

function codeOf(route: Route): readonly Loadable[] {
  switch (route.screen) {
    case 'drafts':
      return route.draftId === null ? [] : [ArticleForm];
    case 'fixing':
      return [Fixing, ArticleForm, ApplicationForm];
    case 'uploads':
      return [route.uploadId === null ? Uploads : UploadWindow];
    case 'imports':
      return [Import];
    case 'journals':
      return [Journals];
    case 'update-requests':
      return [route.applicationId === null ? UpdateRequests : ApplicationForm];
    case 'watch':
      return [Watch];
    case 'overview':
      return [Overview];
    case 'search':
      return [Search];
    case 'comparisons':
      return [Comparisons];
    case 'compliance':
      return [Compliance];
    case 'settings':
      return [Settings];
  }
}

function idle(): Promise<unknown> {
  // Safari has no requestIdleCallback; a pause serves nearly as well.
  if (typeof requestIdleCallback !== 'function') return new Promise((resolve) => setTimeout(resolve, 200));
  return new Promise((resolve) => requestIdleCallback(resolve));
}
