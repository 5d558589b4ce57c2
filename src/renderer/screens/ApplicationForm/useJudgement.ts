import { startTransition, useEffect, useMemo, useState } from 'react';
import { blankApplication } from '../../../shared/application/application.ts';
import type { Application } from '../../../shared/application/applicationDraft.ts';
import type { ApplicationProblem } from '../../../shared/application/applicationErrors.ts';
import { checkApplication } from '../../../shared/application/applicationRules.ts';
import { changesOf, ignoredValues } from '../../../shared/application/updateRequest.ts';
import type { Account } from '../../../shared/directory/account.ts';
import type { DraftRecord, Refusal } from '../../../shared/draft/draft.ts';
import type { Finding } from '../../../shared/finding.ts';
import { factOf, fieldFacts, placeOf } from '../../parts/application/fieldFacts.ts';
import { type FormView, keepSame } from '../../parts/application/formView.ts';
import { type Note, type PlacedFinding, worstFirst } from '../../parts/form/place.ts';
import { useAttention } from '../../parts/form/useAttention.ts';
import { useRefusal } from '../../parts/form/useRefusal.ts';
import type { Journals } from '../../parts/useJournals.ts';
import { useLanguage } from '../../parts/useLanguage.ts';
import type { RecordSession } from '../../state/recordSession.ts';
import { sameJson } from '../../state/sameJson.ts';
import { otherValues } from './otherValues.ts';
import { useProblems } from './useProblems.ts';

/**
 * What is to be said of the record: findings, those shown, changes, ignored values. It follows the typing with the delay
 * that React needs to draw the letters first.
 */
export function useJudgement(props: {
  session: RecordSession<Application>;
  application: Application;
  account: Account;
  journals: Journals;
}) {
  const { session, application, account, journals } = props;
  const record = useRecordLater(session);
  const { base } = application;
  const { dialect } = account;
  const language = useLanguage();
  const [isCheckedAtFirst] = useState(() => !sameJson(record, blankApplication(dialect)));
  const { known } = journals;
  const context = useMemo(
    () => ({ dialect, journals: known, journal: base ?? undefined, now: new Date() }),
    [dialect, known, base],
  );
  const all = useMemo(
    () => placeFindings(checkApplication(record, context), record),
    [language, record, context],
  );
  const attention = useAttention(all, isCheckedAtFirst);
  const refusal = useRefusal(application, record);
  const problems = useProblems(application, record, context);
  const changes = useMemo(
    () => (base ? changesOf(base, record, dialect) : []),
    [language, base, record, dialect],
  );
  const ignored = useMemo(
    () => (base ? ignoredValues(base, record, dialect) : []),
    [language, base, record, dialect],
  );
  const shown: readonly Said[] = useMemo(
    () => worstFirst([...refusalFindings(refusal, problems), ...attention.shown]),
    [refusal, problems, attention.shown],
  );
  return { ...attention, shown, refusal, changes, ignored, record };
}

/** The record, following it when there is time: the field that is typed in comes first, and is all that is drawn for a key. */
function useRecordLater({ store }: RecordSession<Application>): DraftRecord {
  const [record, setRecord] = useState(() => store.getState().record);
  useEffect(() => {
    const follow = () => startTransition(() => setRecord(store.getState().record));
    follow();
    return store.subscribe(follow);
  }, [store]);
  return record;
}

/** Keeps the view of the fields as the judgement has it. */
export function useViewOf(
  view: { getState(): FormView; setState(part: Partial<FormView>): void },
  judgement: ReturnType<typeof useJudgement>,
  application: Application,
): void {
  const { shown, changes, ignored } = judgement;
  const { base, differences, kind } = application;
  useEffect(() => {
    const before = view.getState();
    const [changed, kept] = [changes, ignored].map((list) => new Set<string>(list.map(({ path }) => path)));
    // Of these the field says more itself: both values, and how to take it back.
    const isForNotes = ({ code, severity, field }: PlacedFinding) =>
      !(code === 'value-cleared' && changed!.has(field)) && !(severity === 'ignored' && kept!.has(field));
    view.setState({
      isUpdate: kind === 'update',
      base,
      notes: keepSame(before.notes, notesByField(shown.filter(isForNotes))),
      changes: keepSame(before.changes, new Map(changes.map((one) => [one.path, one]))),
      ignored: keepSame(before.ignored, new Map(ignored.map((one) => [one.path, one]))),
      stored: keepSame(before.stored, new Map(differences.map((one) => [one.path, one]))),
    });
  }, [view, shown, changes, ignored, base, differences, kind]);
}

/** Findings with the place in the form where each is shown, worst first, otherwise in the order of the form. */
export function placeFindings(findings: readonly Finding[], record: DraftRecord): PlacedFinding[] {
  const others = otherValues(record).map(({ path }) => path);
  const placed = findings.map((finding) => {
    const place = placeOf(finding.path);
    const field = place.section === 'other' ? nearest(others, place.field) : place.field;
    return { ...finding, section: place.section, field };
  });
  return worstFirst(placed.sort((a, b) => rankOf(a.path) - rankOf(b.path)));
}

/** The place of a path in the form from its beginning. */
function rankOf(path: string): number {
  const fact = factOf(placeOf(path).field);
  return fact ? fieldFacts.indexOf(fact) : fieldFacts.length;
}

/** The listed value that a path lies in; the section as a whole where there is none. */
function nearest(paths: string[], path: string): string {
  const holders = paths.filter(
    (one) => path === one || (/^[.[]/.test(path.slice(one.length)) && path.startsWith(one)),
  );
  return holders.sort((a, b) => b.length - a.length)[0] ?? 'other';
}

/** A finding that may come with the directory's own words. */
type Said = PlacedFinding & { words?: string };

/** A refusal as more errors of the form, each beside its field, with the directory's own words. */
function refusalFindings(refusal: Refusal | null, problems: readonly ApplicationProblem[]): Said[] {
  if (problems.length === 0 && (!refusal || refusal.path === '')) return [];
  const said = problems.length > 0 ? problems : refusal ? [refusal] : [];
  return said.map(({ path, message, help, words }) => ({
    severity: 'error',
    path,
    code: 'refusal',
    message,
    help,
    words: [words, refusal?.reference].filter(Boolean).join('\n'),
    ...placeOf(path),
  }));
}

/** What is said beside each field. */
function notesByField(shown: readonly Said[]): Map<string, Note[]> {
  const notes = new Map<string, Note[]>();
  for (const { severity, message, help, fix, field, path, code, words } of shown) {
    const note: Note = { key: `${path} ${code}`, severity, message, help, fix, details: words || undefined };
    notes.set(field, [...(notes.get(field) ?? []), note]);
  }
  return notes;
}
