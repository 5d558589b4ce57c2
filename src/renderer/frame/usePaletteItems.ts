import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { groupOf } from '../../shared/application/standing.ts';
import { commandFacts, commandNames } from '../../shared/commands/commands.ts';
import type { Journal } from '../../shared/contract/contract.ts';
import type { DraftRow } from '../../shared/draft/draft.ts';
import type { SavedSearch } from '../../shared/search/searching.ts';
import { useSettled } from '../parts/useSettled.ts';
import { useApplications } from '../state/applications.ts';
import { runCommand, whyNot } from '../state/commands.ts';
import { useJournals } from '../state/journals.ts';
import { useCommandKeys } from '../state/keyLabels.ts';
import { usePalette } from '../state/palette.ts';
import { useCall } from '../state/queries.ts';
import { rankAll } from '../state/rankMatch.ts';
import { matchRequests } from '../state/requestsView.ts';
import { draftHref, go } from '../state/route.ts';
import { runSaved, showSearchesOf } from '../state/searches.ts';
import { useAccount, useAccounts } from '../state/session.ts';
import { switchAccount } from '../state/switchAccount.ts';
import { labelOf } from './AccountMenu.tsx';

const debounceMs = 150;
const newestFirst = { by: 'updated', direction: 'desc' } as const;
const none: readonly never[] = [];
/** Of each kind of thing; whoever looks for more types more. */
const mostThings = 5;
/** A single letter is in nearly every title. */
const fewestLetters = 2;

export type PaletteKind = 'command' | 'account' | 'draft' | 'journal' | 'request' | 'search';

/** One line of the palette. */
export interface PaletteItem {
  key: string;
  kind: PaletteKind;
  /** What is searched, and what is shown of it. */
  text: string;
  label: string;
  /** Heading of a command, or what else tells a thing. */
  detail: string;
  keys: string;
  /** Why it cannot be done now; empty where it can. */
  reason: string;
  run: () => void;
}

/** What answers to the typed text: commands and accounts first, then drafts, journals, open requests and saved searches. */
export function usePaletteItems(typed: string): { items: readonly PaletteItem[]; isAsking: boolean } {
  const commands = useCommandItems();
  const recent = usePalette((state) => state.recent);
  const accountId = useAccount()?.id;
  const { rows, isAsking } = useDraftHits(typed, accountId);
  const saved = useSavedSearches(accountId);
  const { list: journals } = useJournals(accountId);
  const { rows: requests } = useApplications();
  const { t } = useTranslation();
  const things = useMemo(() => {
    if (typed.trim().length < fewestLetters) return [];
    const open = (requests ?? []).filter((row) => !['accepted', 'rejected'].includes(groupOf(row)));
    return [
      ...rows.map((row) => draftItem(row, t('common.untitled'))),
      ...rankAll(typed, journals.map(journalItem), recent, { isLoose: false }).slice(0, mostThings),
      ...matchRequests(open, typed)
        .slice(0, mostThings)
        .map(({ id, title, pissn, eissn }) => ({
          ...thing('request', id, title || t('common.untitled'), [pissn, eissn].filter(Boolean).join(' · ')),
          run: () => go({ screen: 'update-requests', applicationId: id, field: null }),
        })),
      ...rankAll(typed, saved.map(searchItem), recent, { isLoose: false }).slice(0, mostThings),
    ];
  }, [typed, rows, journals, requests, saved, recent, t]);
  const items = useMemo(() => {
    const close = rankAll(typed, commands, recent, { isLoose: false });
    if (close.length + things.length > 0) return [...close, ...things];
    return rankAll(typed, commands, recent, { isLoose: true });
  }, [typed, commands, recent, things]);
  return { items, isAsking };
}

function useCommandItems(): readonly PaletteItem[] {
  const { t } = useTranslation();
  const keysOfCommand = useCommandKeys();
  const accounts = useAccounts();
  const current = useAccount()?.id;
  const commands = commandNames
    .filter((command) => command !== 'palette')
    .map((command): PaletteItem => {
      const { group } = commandFacts[command];
      const label = t(`commands.name.${command}`);
      const detail = group === 'do' ? '' : t(`commands.group.${group}`);
      return {
        key: command,
        kind: 'command',
        text: `${label} ${detail}`,
        label,
        detail,
        keys: keysOfCommand(command),
        reason: whyNot(command) ?? '',
        run: () => runCommand(command),
      };
    });
  const others = accounts
    .filter(({ id }) => id !== current)
    .map((account): PaletteItem => {
      const label = t('commands.switchTo', { name: labelOf(account, t) });
      return {
        ...thing('account', account.id, label, t('commands.group.account')),
        run: () => void switchAccount(account.id),
      };
    });
  return [...commands, ...others];
}

/** Drafts that match, asked for when the typing pauses. */
function useDraftHits(
  typed: string,
  accountId: string | undefined,
): { rows: readonly DraftRow[]; isAsking: boolean } {
  const text = typed.trim();
  const settled = useSettled(text, debounceMs);
  const isWanted = text.length >= fewestLetters && accountId !== undefined;
  const { data, isLoading, isPlaceholderData } = useCall(
    'drafts.list',
    isWanted && settled.length >= fewestLetters
      ? { accountId, filter: { text: settled }, sort: newestFirst, offset: 0, limit: mostThings }
      : null,
    { keepsPrevious: true },
  );
  // What went wrong is no news here: a window that lost its connection says so itself, and the commands are here anyway.
  const isAsking = isWanted && (settled !== text || isLoading || isPlaceholderData);
  return { rows: (isWanted && data?.rows) || none, isAsking };
}

function useSavedSearches(accountId: string | undefined): readonly SavedSearch[] {
  return useCall('search.list', accountId === undefined ? null : { accountId }).data?.saved ?? none;
}

function thing(kind: PaletteKind, id: string | number, label: string, detail: string) {
  return { key: `${kind}:${id}`, kind, text: `${label} ${detail}`, label, detail, keys: '', reason: '' };
}

function draftItem({ id, title, journal, doi }: DraftRow, untitled: string): PaletteItem {
  const detail = [doi, journal].filter(Boolean).join(' · ');
  return { ...thing('draft', id, title || untitled, detail), run: () => go(draftHref(id)) };
}

function journalItem({ id, title, pissn, eissn }: Journal): PaletteItem {
  const issns = [pissn, eissn].filter((issn) => issn !== null);
  const item = thing('journal', id, title, issns.join(' · '));
  return {
    ...item,
    text: [item.text, ...issns.map((issn) => issn.replace('-', ''))].join(' '),
    run: () => go({ screen: 'journals', journalId: id }),
  };
}

function searchItem(search: SavedSearch): PaletteItem {
  return {
    ...thing('search', search.id, search.name, search.query),
    run: () => {
      go('#/search');
      // Otherwise the screen would start over with this account, and forget this search.
      showSearchesOf(search.accountId);
      void runSaved(search);
    },
  };
}
