import { useEffect, useMemo, useRef } from 'react';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import { type CheckedQuery, checkQuery } from '../../../shared/search/searchQuery.ts';
import { useLanguage } from '../../parts/texts/useLanguage.ts';
import { announce } from '../../state/announce.ts';
import { useCall } from '../../state/data/queries.ts';
import { useSearches } from '../../state/data/searches.ts';
import { useAccount } from '../../state/data/session.ts';

/** Findings are announced when typing has paused for this long, in milliseconds. */
const pauseMs = 900;

/** The typed query with its findings; null if nothing is typed. */
export function useCheckedQuery(): CheckedQuery | null {
  const text = useSearches((state) => state.text);
  const kind = useSearches((state) => state.kind);
  const account = useAccount();
  const dialect = account?.dialect ?? '4.0';
  const seen = useCall('accounts.profile', account ? { id: account.id } : null);
  const wildcards = seen.data?.profile.wildcards;
  const language = useLanguage();
  const checked = useMemo(
    () => (text.trim() === '' ? null : checkQuery(text, { kind, dialect, wildcards })),
    [language, text, kind, dialect, wildcards],
  );
  useAnnouncedFindings(checked);
  return checked;
}

/** Returns true if the query may be sent: the directory accepts it, and its search engine can parse it. */
export function isSendable({ accepted, findings }: CheckedQuery): boolean {
  return accepted && findings.every(({ severity }) => severity !== 'error');
}

function useAnnouncedFindings(checked: CheckedQuery | null): void {
  const spoken = useRef('');
  useEffect(() => {
    const words = (checked?.findings ?? []).map(({ message }) => describe(message)).join(' ');
    if (words === spoken.current) return;
    const timer = setTimeout(() => {
      spoken.current = words;
      announce(words || t('search.noFindings'));
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [checked]);
}
