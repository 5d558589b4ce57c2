import { useMemo } from 'react';
import { checkArticle } from '../../../shared/article/articleRules.ts';
import type { Account } from '../../../shared/directory/account.ts';
import type { DraftRecord } from '../../../shared/draft/draft.ts';
import type { Finding } from '../../../shared/finding.ts';
import { type PlacedFinding, placeOf } from '../../parts/article/placeOf.ts';
import { worstFirst } from '../../parts/form/place.ts';
import { useAttention } from '../../parts/form/useAttention.ts';
import type { Journals } from '../../parts/useJournals.ts';
import { useLanguage } from '../../parts/useLanguage.ts';
import { otherMembers } from './otherMembers.ts';

/** Findings with the place in the form where each is shown, worst first. */
export function placeFindings(findings: readonly Finding[], record: DraftRecord): PlacedFinding[] {
  const others = otherMembers(record).map((member) => member.path);
  return worstFirst(
    findings.map((finding) => {
      const place = placeOf(finding.path, record);
      const field = place.section === 'other' ? nearest(others, place.field) : place.field;
      return { ...finding, section: place.section, field };
    }),
  );
}

/** The listed value that a path lies in; the section as a whole where there is none. */
function nearest(paths: string[], path: string): string {
  const holders = paths.filter(
    (one) => path === one || path.startsWith(`${one}.`) || path.startsWith(`${one}[`),
  );
  return holders.sort((a, b) => b.length - a.length)[0] ?? 'other';
}

/** The findings of a record as it is typed: all of them, those to show, and what follows the focus. */
export function useFindings(props: {
  record: DraftRecord;
  account: Account;
  journals: Journals;
  isCheckedAtFirst: boolean;
}) {
  const { record, account, journals } = props;
  const language = useLanguage();
  const all = useMemo(() => {
    const context = { dialect: account.dialect, journals: journals.known, now: new Date() };
    return placeFindings(checkArticle(record, context), record);
  }, [language, record, account.dialect, journals.known]);
  return useAttention(all, props.isCheckedAtFirst);
}
