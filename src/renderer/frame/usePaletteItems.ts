import { useMemo } from 'react';
import { groupOf } from '../../shared/application/standing.ts';
import { commandFacts } from '../../shared/commands/commands.ts';
import type { Journal } from '../../shared/contract/journals.ts';
import type { DraftRow } from '../../shared/draft/draft.ts';
import { t } from '../../shared/i18n/i18n.ts';
import type { SavedSearch } from '../../shared/search/searching.ts';
import { saveFile } from '../parts/saveFile.ts';
import { useLanguage } from '../parts/texts/useLanguage.ts';
import { useSettled } from '../parts/useSettled.ts';
import { useApplications } from '../state/data/applications.ts';
import { useJournals } from '../state/data/journals.ts';
import { useCall } from '../state/data/queries.ts';
import { runSaved, showSearchesOf } from '../state/data/searches.ts';
import { useAccount, useAccounts } from '../state/data/session.ts';
import { openDialog } from '../state/dialogs/dialogs.ts';
import { runCommand, whyNot } from '../state/navigation/commands.ts';
import { useCommandKeys } from '../state/navigation/keyLabels.ts';
import { useOfferedCommands } from '../state/navigation/offeredCommands.ts';
import { usePalette } from '../state/navigation/palette.ts';
import { actOnJournal } from '../state/navigation/paletteActions.ts';
import {
  draftVerbs,
  journalVerbs,
  type PaletteVerb,
  type TypedVerb,
  typedVerbs,
} from '../state/navigation/paletteVerbs.ts';
import { rankAll, rankMatch } from '../state/navigation/rankMatch.ts';
import { draftHref, go } from '../state/navigation/route.ts';
import { switchAccount } from '../state/navigation/switchAccount.ts';
import { matchRequests } from '../state/records/requestsView.ts';
import { labelOf } from './AccountMenu.tsx';

const debounceMs = 150;
const newestFirst = { by: 'updated', direction: 'desc' } as const;
const none: readonly never[] = [];
/** The maximum number of results of each kind; typing more narrows them down. */
const maxResults = 5;
/** A single letter would match nearly every title. */
const minLetters = 2;

export type PaletteKind = 'command' | 'action' | 'account' | 'draft' | 'journal' | 'request' | 'search';

export interface PaletteItem {
  key: string;
  kind: PaletteKind;
  /** The text that is searched and shown. */
  text: string;
  label: string;
  /** The group of a command, or further details of a record. */
  detail: string;
  keys: string;
  /** Why it is not available now; empty if it is. */
  reason: string;
  run: () => void;
}

/**
 * The entries that match the text: commands and accounts first, then actions typed with the name of a journal or draft,
 * then journals, drafts, open requests and saved searches.
 */
export function usePaletteItems(typed: string): { items: readonly PaletteItem[]; isAsking: boolean } {
  const commands = useCommandItems();
  const recent = usePalette((state) => state.recent);
  const accountId = useAccount()?.id;
  const { rows, isAsking } = useDraftHits(typed, accountId);
  const saved = useSavedSearches(accountId);
  const { list: journals } = useJournals(accountId);
  const { rows: requests } = useApplications();
  const language = useLanguage();
  const onJournals = useMemo(() => typedVerbs(typed, journalVerbs, phrasesOf), [typed, language]);
  const onDrafts = useMemo(() => typedVerbs(typed, draftVerbs, phrasesOf), [typed, language]);
  const named = useDraftHits(onDrafts[0]?.name ?? '', accountId);
  const actions = useMemo(() => {
    if (accountId === undefined) return [];
    return [
      ...onJournals.flatMap((one) => journalActions(one, accountId, journals)),
      ...onDrafts.flatMap((one) => draftActions(one, accountId, one.name === '' ? [] : named.rows)),
    ];
  }, [onJournals, onDrafts, accountId, journals, named.rows]);
  const things = useMemo(() => {
    if (typed.trim().length < minLetters) return [];
    const open = (requests ?? []).filter((row) => !['accepted', 'rejected'].includes(groupOf(row)));
    return [
      // The articles of a journal are found by its name too.
      ...rankAll(typed, journals.map(journalItem), recent, { isLoose: false }).slice(0, maxResults),
      ...rows.map((row) => draftItem(row, t('common.untitled'))),
      ...matchRequests(open, typed)
        .slice(0, maxResults)
        .map(({ id, title, pissn, eissn }) => ({
          ...thing('request', id, title || t('common.untitled'), [pissn, eissn].filter(Boolean).join(' · ')),
          run: () => go({ screen: 'update-requests', applicationId: id, field: null }),
        })),
      ...rankAll(typed, saved.map(searchItem), recent, { isLoose: false }).slice(0, maxResults),
    ];
  }, [typed, rows, journals, requests, saved, recent, language]);
  const items = useMemo(() => {
    const close = rankAll(typed, commands, recent, { isLoose: false });
    if (close.length + actions.length + things.length > 0) return [...close, ...actions, ...things];
    return rankAll(typed, commands, recent, { isLoose: true });
  }, [typed, commands, recent, actions, things]);
  return { items, isAsking: isAsking || named.isAsking };
}

function phrasesOf(verb: PaletteVerb): string {
  return t(`commands.phrases.${verb}`);
}

/** The typed action for each journal with that name; without a name, for the first journals. */
function journalActions(
  { verb, name }: TypedVerb<(typeof journalVerbs)[number]>,
  accountId: string,
  journals: readonly Journal[],
): PaletteItem[] {
  const possible = journals.filter(
    ({ inDirectory, pissn, eissn }) =>
      (verb !== 'propose' || inDirectory) && (verb === 'open' || (eissn ?? pissn) !== null),
  );
  const items = possible.map((journal) => ({ ...journalItem(journal), journal }));
  const found = rankAll(name, items, none, { isLoose: false }).slice(0, maxResults);
  return found.map(({ journal, detail }) => ({
    ...thing(
      'action',
      `${verb}:${journal.id}`,
      t(`commands.verb.${verb}.journal`, { name: journal.title }),
      detail,
    ),
    run: () =>
      void actOnJournal(verb, { accountId, journal }, ({ name, type, text }) =>
        saveFile(name, new Blob([text], { type })),
      ),
  }));
}

/** The typed action for each draft with that name; only sent drafts can be deleted from the directory. */
function draftActions(
  { verb, name: typed }: TypedVerb<(typeof draftVerbs)[number]>,
  accountId: string,
  rows: readonly DraftRow[],
): PaletteItem[] {
  const possible = rows.filter(({ sentAt }) => verb !== 'delete' || sentAt !== null);
  // The name may also have been found in the authors or the abstract.
  const rank = ({ title }: DraftRow) => rankMatch(typed, title) ?? Number.POSITIVE_INFINITY;
  return possible
    .toSorted((one, other) => rank(one) - rank(other) || 0)
    .map((row) => {
      const selection = { ids: [row.id] };
      const runs = {
        open: () => go(draftHref(row.id)),
        send: () => openDialog('sendPlan', { accountId, selection }),
        delete: () => openDialog('deletion', { accountId, target: { selection } }),
      };
      const { label: name, detail } = draftItem(row, t('common.untitled'));
      return {
        ...thing('action', `${verb}:draft:${row.id}`, t(`commands.verb.${verb}.draft`, { name }), detail),
        run: runs[verb],
      };
    });
}

function useCommandItems(): readonly PaletteItem[] {
  const keysOfCommand = useCommandKeys();
  const accounts = useAccounts();
  const current = useAccount()?.id;
  const commands = useOfferedCommands()
    .filter((command) => command !== 'palette')
    .map((command): PaletteItem => {
      const { group } = commandFacts[command];
      const label = t(`commands.name.${command}`);
      const detail = group === 'do' ? '' : t(`commands.group.${group}`);
      return {
        key: command,
        kind: 'command',
        text: [label, detail, t(`commands.words.${command}`, { otherwise: '' })].join(' '),
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
      const label = t('commands.switchTo', { name: labelOf(account) });
      return {
        ...thing('account', account.id, label, t('commands.group.account')),
        run: () => void switchAccount(account.id),
      };
    });
  return [...commands, ...others];
}

/** Drafts that match, fetched when typing pauses. */
function useDraftHits(
  typed: string,
  accountId: string | undefined,
): { rows: readonly DraftRow[]; isAsking: boolean } {
  const text = typed.trim();
  const settled = useSettled(text, debounceMs);
  const isWanted = text.length >= minLetters && accountId !== undefined;
  const { data, isLoading, isPlaceholderData } = useCall(
    'drafts.list',
    isWanted && settled.length >= minLetters
      ? { accountId, filter: { text: settled }, sort: newestFirst, offset: 0, limit: maxResults }
      : null,
    { keepsPrevious: true },
  );
  // Errors are ignored: the window reports a lost connection itself, and the commands stay available.
  const isAsking = isWanted && (settled !== text || isLoading || isPlaceholderData);
  const rows = (isWanted && data?.rows) || none;
  if (!isAsking) return { rows, isAsking };
  // They are those of the text before: Enter must not choose one that this text does not name.
  const known = rows.map((row) => ({ ...draftItem(row, ''), row }));
  return { rows: rankAll(text, known, [], { isLoose: false }).map(({ row }) => row), isAsking };
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
      // Otherwise the screen would reset for this account and lose the search.
      showSearchesOf(search.accountId);
      void runSaved(search);
    },
  };
}
