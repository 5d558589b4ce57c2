import { useMemo, useState } from 'react';
import type { Application } from '../../../shared/application/applicationDraft.ts';
import {
  type ApplicationProblem,
  readApplicationErrors,
} from '../../../shared/application/applicationErrors.ts';
import type { ApplicationContext } from '../../../shared/application/applicationRules.ts';
import type { DraftRecord } from '../../../shared/draft/draft.ts';
import { getAt } from '../../../shared/draft/fieldPath.ts';
import { useLanguage } from '../../parts/useLanguage.ts';
import { sameJson } from '../../state/sameJson.ts';

const nothing: readonly ApplicationProblem[] = [];

/** What the directory said about single fields when it refused, each for as long as its value has not been edited. */
export function useProblems(
  application: Application,
  record: DraftRecord,
  context: ApplicationContext,
): readonly ApplicationProblem[] {
  const { refusal, sync } = application;
  const [seen, setSeen] = useState<{ at: string; record: DraftRecord } | null>(null);
  const isStanding = refusal !== null && (sync === 'refused' || sync === 'failed');
  if (isStanding && seen?.at !== refusal.at) setSeen({ at: refusal.at, record: application.record });
  const refused = refusal !== null && seen?.at === refusal.at ? seen.record : null;
  const words = refusal?.words ?? '';
  const language = useLanguage();
  const all = useMemo(
    () => (refused ? readApplicationErrors(words, { record: refused, context }) : nothing),
    [language, refused, words, context],
  );
  return useMemo(() => {
    if (!refused) return nothing;
    return all.filter(({ path }) => path !== '' && sameJson(getAt(refused, path), getAt(record, path)));
  }, [all, refused, record]);
}
