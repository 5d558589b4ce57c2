import { startTransition, useEffect, useMemo, useState } from 'react';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { DraftRecord } from '../../../shared/draft/draft.ts';
import type { Finding } from '../../../shared/finding.ts';
import { sameJson } from '../../../shared/sameJson.ts';
import { useLanguage } from '../texts/useLanguage.ts';
import type { ReadStore } from './formContext.ts';
import type { FormDefinition } from './formDefinition.ts';
import { useAttention } from './page/useAttention.ts';
import { type Note, type NotesByField, worstFirst } from './place.ts';
import { placeFindings } from './placeFindings.ts';
import { type FormFinding, type ReadRefusal, type Refusable, useRefusal } from './useRefusal.ts';

/** The findings of a record while it is edited; all show at once if it has content when the form opens. */
export function useValidation(props: {
  /** As main has it. */
  saved: Refusable;
  /** As it is in this window, from `useDeferredRecord`. */
  record: DraftRecord;
  blank: DraftRecord;
  form: FormDefinition;
  /** The shared rules; the same function as long as it would give the same findings. */
  validate: (record: DraftRecord) => readonly Finding[];
  readRefusal?: ReadRefusal;
  /** Findings that the field itself reports in more detail. */
  isReportedByField?: (finding: FormFinding) => boolean;
}) {
  const { saved, record, form, validate, isReportedByField } = props;
  const language = useLanguage();
  const [isCheckedAtFirst] = useState(() => !sameJson(record, props.blank));
  const all = useMemo(
    () => placeFindings(validate(record), record, form),
    [language, validate, record, form],
  );
  const attention = useAttention(all, isCheckedAtFirst);
  const { refusal, findings } = useRefusal(saved, record, form, props.readRefusal);
  const shown = useMemo(() => worstFirst([...findings, ...attention.shown]), [findings, attention.shown]);
  const [notes] = useState<StoreApi<NotesByField>>(() => createStore(() => new Map()));
  useEffect(() => {
    const fresh = notesByField(shown.filter((finding) => !isReportedByField?.(finding)));
    notes.setState(keepSame(notes.getState(), fresh), true);
  }, [notes, shown, isReportedByField]);
  /** The findings of the record as it is at this moment, worst first. */
  const findIn = (now: DraftRecord) => worstFirst([...findings, ...placeFindings(validate(now), now, form)]);
  return { ...attention, shown, refusal, notes, findIn };
}

/** The record of a session, updated when there is time: only the field being typed in renders at every key. */
export function useDeferredRecord(store: ReadStore<{ record: DraftRecord }>): DraftRecord {
  const [record, setRecord] = useState(() => store.getState().record);
  useEffect(() => {
    const follow = () => startTransition(() => setRecord(store.getState().record));
    follow();
    return store.subscribe(follow);
  }, [store]);
  return record;
}

/** `next` with the entries of `before` wherever they are equal, so that nothing renders again for them. */
export function keepSame<T>(before: ReadonlyMap<string, T>, next: ReadonlyMap<string, T>): Map<string, T> {
  return new Map(
    [...next].map(([key, value]) => {
      const old = before.get(key);
      return [key, old !== undefined && sameJson(old, value) ? old : value];
    }),
  );
}

function notesByField(findings: readonly FormFinding[]): Map<string, Note[]> {
  const notes = new Map<string, Note[]>();
  for (const { severity, message, help, fix, field, path, code, details } of findings) {
    const note: Note = {
      key: `${path} ${code}`,
      code,
      severity,
      message,
      help,
      fix,
      details: details || undefined,
    };
    notes.set(field, [...(notes.get(field) ?? []), note]);
  }
  return notes;
}
