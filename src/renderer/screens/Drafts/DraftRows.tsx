import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import type { DraftRow } from '../../../shared/draft/draft.ts';
import { useAccount } from '../../state/data/session.ts';
import type { UsedPages } from '../../state/data/usePages.ts';
import { type DraftQuery, useDraftPages } from '../../state/records/draftRows.ts';
import { useDraftsView } from '../../state/records/draftsView.ts';

/** The rows that are shown; `listKey` identifies their list. */
export interface ShownDrafts extends UsedPages<DraftRow> {
  listKey: string;
  /** False while the rows of the previous list are still shown. */
  isCurrent: boolean;
}

const DraftRowsContext = createContext<ShownDrafts | null>(null);

/** Shares the rows of the current list among the list, its toolbar and the open record. */
export function DraftRows(props: { children: ReactNode }) {
  return <DraftRowsContext value={useShownDrafts()}>{props.children}</DraftRowsContext>;
}

export function useDraftRows(): ShownDrafts {
  const rows = useContext(DraftRowsContext);
  if (!rows) throw new Error('There are no draft rows outside DraftRows.');
  return rows;
}

/** The rows of the previous list stay until the first page of the new one is loaded, to avoid flicker during typing. */
function useShownDrafts(): ShownDrafts {
  const accountId = useAccount()?.id;
  const { filter, sort } = useDraftsView();
  const wanted = useMemo<DraftQuery | null>(
    () => (accountId === undefined ? null : { accountId, filter, sort }),
    [accountId, filter, sort],
  );
  const [shown, setShown] = useState(wanted);
  const next = useDraftPages(wanted);
  const before = useDraftPages(shown === wanted ? null : shown);
  if (shown !== wanted && next.total !== null) setShown(wanted);
  if (shown === wanted || next.total !== null)
    return { ...next, listKey: JSON.stringify(wanted), isCurrent: true };
  // An empty previous list does not mean that this one is empty.
  const rows = before.total === 0 ? next : before;
  const { error, retry } = next;
  return { ...rows, error, retry, listKey: JSON.stringify(shown), isCurrent: false };
}
