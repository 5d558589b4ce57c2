import { useMemo, useState } from 'react';
import type { DraftRecord, Refusal } from '../../../shared/draft/draft.ts';
import { getAt } from '../../../shared/draft/fieldPath.ts';
import { sameJson } from '../../../shared/sameJson.ts';
import { useLanguage } from '../texts/useLanguage.ts';
import type { FormDefinition } from './formDefinition.ts';
import type { PlacedFinding } from './place.ts';

/** A record that may have been refused: the draft of an article or an application. */
export interface Refusable {
  refusal: Refusal | null;
  sync: string;
  record: DraftRecord;
}

/** One field that the directory refused. */
type RefusedField = Pick<Refusal, 'path' | 'message' | 'help' | 'words'>;

/** Finds the single fields that a refusal is about; empty if its text names none. */
export type ReadRefusal = (words: string, refused: DraftRecord) => readonly RefusedField[];

/** A finding that may come with the directory's original message. */
export type FormFinding = PlacedFinding & { details?: string };

/** The directory's last refusal as findings, one for each refused field until its value is edited. */
export function useRefusal(
  saved: Refusable,
  record: DraftRecord,
  form: FormDefinition,
  read?: ReadRefusal,
): { refusal: Refusal | null; findings: readonly FormFinding[] } {
  const refused = useRefusedRecord(saved);
  const { refusal } = saved;
  const language = useLanguage();
  const named = useMemo(
    () => (refused && refusal && read ? read(refusal.words, refused) : []),
    [language, refused, refusal, read],
  );
  return useMemo(() => {
    if (!refusal || !refused) return { refusal: null, findings: [] };
    const isUnedited = (path: string) => isSameAt(path, refused, record);
    const isCurrent = isUnedited(refusal.path);
    const fields = named.filter(({ path }) => path !== '' && isUnedited(path));
    const meant = fields.length === 0 && isCurrent && refusal.path !== '' ? [refusal] : fields;
    return {
      refusal: isCurrent ? refusal : null,
      findings: meant.map((field) => toFinding(field, refusal, record, form)),
    };
  }, [refusal, refused, named, record, form]);
}

/** The record as it was when the directory refused it, remembered while the form is open; null if it was not refused. */
function useRefusedRecord({ refusal, sync, record }: Refusable): DraftRecord | null {
  const [seen, setSeen] = useState<{ at: string; record: DraftRecord } | null>(null);
  const isRefused = refusal !== null && (sync === 'refused' || sync === 'failed');
  if (isRefused && seen?.at !== refusal.at) setSeen({ at: refusal.at, record });
  return refusal !== null && seen?.at === refusal.at ? seen.record : null;
}

function toFinding(
  field: RefusedField,
  refusal: Refusal,
  record: DraftRecord,
  form: FormDefinition,
): FormFinding {
  const { path, message, help, words } = field;
  const meant = form.refusedPath?.({ path, code: refusal.code }) ?? path;
  return {
    severity: 'error',
    path,
    code: 'refusal',
    message,
    help,
    details: [words, refusal.reference].filter(Boolean).join('\n'),
    ...form.placeOf(meant, record),
  };
}

function isSameAt(path: string, one: DraftRecord, other: DraftRecord): boolean {
  try {
    return sameJson(getAt(one, path), getAt(other, path));
  } catch {
    // The directory may name a path in a form that we cannot read: compare the whole record.
    return sameJson(one, other);
  }
}
