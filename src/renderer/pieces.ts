import { CommandPalette, DiagnosticsDialog, HelpDialog, Tour } from './frame/lazyDialogs.ts';
import { type Later, later } from './parts/later.tsx';
import type { Route } from './state/route.ts';

export const Drafts = later(async () => (await import('./screens/Drafts/Drafts.tsx')).Drafts);
export const ArticleForm = later(
  async () => (await import('./screens/ArticleForm/ArticleForm.tsx')).ArticleForm,
);
export const SendPlanDialog = later(
  async () => (await import('./screens/SendPlan/SendPlanDialog.tsx')).SendPlanDialog,
);
export const Uploads = later(async () => (await import('./screens/Uploads/Uploads.tsx')).Uploads);
export const UploadWindow = later(
  async () => (await import('./screens/Uploads/UploadWindow.tsx')).UploadWindow,
);
export const Import = later(async () => (await import('./screens/Import/Import.tsx')).Import);
export const Journals = later(async () => (await import('./screens/Journals/Journals.tsx')).Journals);
export const UpdateRequests = later(
  async () => (await import('./screens/UpdateRequests/UpdateRequests.tsx')).UpdateRequests,
);
export const ApplicationForm = later(
  async () => (await import('./screens/ApplicationForm/ApplicationForm.tsx')).ApplicationForm,
);
export const Search = later(async () => (await import('./screens/Search/Search.tsx')).Search);
export const Reconcile = later(async () => (await import('./screens/Reconcile/Reconcile.tsx')).Reconcile);
export const Compliance = later(async () => (await import('./screens/Compliance/Compliance.tsx')).Compliance);
export const Settings = later(async () => (await import('./screens/Settings/Settings.tsx')).Settings);

type Piece = Pick<Later<never>, 'fetch' | 'isHere'>;

/** What comes next most often comes first. */
const byLikelihood: readonly Piece[] = [
  Drafts,
  ArticleForm,
  SendPlanDialog,
  CommandPalette,
  HelpDialog,
  DiagnosticsDialog,
  Uploads,
  UploadWindow,
  Import,
  Journals,
  UpdateRequests,
  ApplicationForm,
  Search,
  Reconcile,
  Compliance,
  Settings,
  Tour,
];

/** Fetches the code that a route shows; null where all of it is here already. Never rejected. */
export function fetchFor(route: Route): Promise<unknown> | null {
  const missing = piecesOf(route).filter((piece) => !piece.isHere());
  return missing.length === 0 ? null : Promise.all(missing.map((piece) => piece.fetch()));
}

/** Fetches the code of all other screens, one at a time and while the window has nothing to do; returns a function that stops it. */
export function fetchRestWhenIdle(): () => void {
  let isStopped = false;
  void (async () => {
    for (const piece of byLikelihood) {
      await idle();
      if (isStopped) return;
      if (!piece.isHere()) await piece.fetch();
    }
  })();
  return () => {
    isStopped = true;
  };
}

function piecesOf(route: Route): readonly Piece[] {
  switch (route.screen) {
    case 'drafts':
      return route.draftId === null ? [Drafts] : [Drafts, ArticleForm];
    case 'uploads':
      return [route.uploadId === null ? Uploads : UploadWindow];
    case 'imports':
      return [Import];
    case 'journals':
      return [Journals];
    case 'update-requests':
      return [route.applicationId === null ? UpdateRequests : ApplicationForm];
    case 'search':
      return [Search];
    case 'reconcile':
      return [Reconcile];
    case 'compliance':
      return [Compliance];
    case 'settings':
      return [Settings];
  }
}

function idle(): Promise<unknown> {
  // Safari knows no idle time; a pause does nearly as well.
  if (typeof requestIdleCallback !== 'function') return new Promise((resolve) => setTimeout(resolve, 200));
  return new Promise((resolve) => requestIdleCallback(resolve));
}
