import { type FocusEvent, useMemo, useState } from 'react';
import type { Account } from '../../../shared/account.ts';
import { checkArticle } from '../../../shared/articleRules.ts';
import type { DraftRecord } from '../../../shared/draft.ts';
import type { Finding } from '../../../shared/finding.ts';
import { otherMembers } from './otherMembers.ts';
import { type PlacedFinding, placeOf, type Section } from './placeOf.ts';
import type { Journals } from './useJournals.ts';

/** Findings with the place in the form where each is shown, worst first. */
export function placeFindings(findings: readonly Finding[], record: DraftRecord): PlacedFinding[] {
  const others = otherMembers(record).map((member) => member.path);
  const rank = { error: 0, warning: 1, ignored: 2 };
  return findings
    .map((finding) => {
      const place = placeOf(finding.path, record);
      const field = place.section === 'other' ? nearest(others, place.field) : place.field;
      return { ...finding, section: place.section, field };
    })
    .sort((a, b) => rank[a.severity] - rank[b.severity]);
}

/** The listed value that a path lies in; the section as a whole where there is none. */
function nearest(paths: string[], path: string): string {
  const holders = paths.filter(
    (one) => path === one || path.startsWith(`${one}.`) || path.startsWith(`${one}[`),
  );
  return holders.sort((a, b) => b.length - a.length)[0] ?? 'other';
}

/** Which findings a person is shown: see `isShown`. */
export interface Attention {
  /** Everything is shown: the record came with content, or "Check" was pressed. */
  isChecked: boolean;
  /** Controls and sections that the focus has left. */
  left: ReadonlySet<string>;
  /** The text being typed, and the codes that stood beside it before. */
  typing: { field: string; codes: ReadonlySet<string> } | null;
}

/** A finding is shown once its field or section was left, and for the field being typed in only if it stood there before. */
export function isShown(finding: PlacedFinding, attention: Attention): boolean {
  const { isChecked, left, typing } = attention;
  if (typing?.field === finding.field && !typing.codes.has(finding.code)) return false;
  return isChecked || left.has(finding.field) || left.has(finding.section);
}

/** The findings of a record as it is typed: all of them, those to show, and what follows the focus. */
export function useFindings(props: {
  record: DraftRecord;
  account: Account;
  journals: Journals;
  isCheckedAtFirst: boolean;
}) {
  const { record, account, journals } = props;
  const [attention, setAttention] = useState<Attention>({
    isChecked: props.isCheckedAtFirst,
    left: new Set(),
    typing: null,
  });
  const all = useMemo(() => {
    const known = journals.fetchedAt === null ? null : journals.list;
    const context = { dialect: account.dialect, journals: known, now: new Date() };
    return placeFindings(checkArticle(record, context), record);
  }, [record, account.dialect, journals.list, journals.fetchedAt]);
  const shown = useMemo(() => all.filter((finding) => isShown(finding, attention)), [all, attention]);

  const onFocus = (event: FocusEvent<HTMLElement>) => {
    const field = fieldOf(event.target);
    const isTyped = field !== null && isText(event.target);
    const codes = new Set(shown.filter((one) => one.field === field).map((one) => one.code));
    setAttention((before) => ({ ...before, typing: isTyped ? { field, codes } : null }));
  };
  const onBlur = (event: FocusEvent<HTMLElement>, section: Section) => {
    const field = fieldOf(event.target);
    const isGone = !event.currentTarget.contains(event.relatedTarget);
    setAttention((before) => ({
      ...before,
      left: new Set([...before.left, ...(field ? [field] : []), ...(isGone ? [section] : [])]),
      typing: null,
    }));
  };
  const check = () => setAttention((before) => ({ ...before, isChecked: true, typing: null }));
  return { all, shown, onFocus, onBlur, check };
}

function fieldOf(element: HTMLElement): string | null {
  return element.closest<HTMLElement>('[data-field]')?.dataset.field ?? null;
}

/** Whether the control is one in which words are typed letter by letter; a choice is judged at once. */
function isText(element: HTMLElement): boolean {
  const isTextBox = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
  return isTextBox && element.getAttribute('role') !== 'combobox';
}
