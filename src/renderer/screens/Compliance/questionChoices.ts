import { useMemo } from 'react';
import { readIssn, readRor } from '../../../shared/compliance/readQuestion.ts';
import { AppError } from '../../../shared/errors.ts';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import type { Choice } from '../../state/data/compliance.ts';
import { useJournals } from '../../state/data/journals.ts';
import { useCall } from '../../state/data/queries.ts';
import { useAccount } from '../../state/data/session.ts';

/** The languages that the service broadly supports; for any other it answers in English. */
export const languages = ['en', 'fr'] as const;

/** The account's journals, each by one of its ISSNs. */
export function useJournalChoices(): Choice[] {
  const { list: journals } = useJournals(useAccount()?.id);
  return useMemo(
    () =>
      journals.flatMap(({ title, pissn, eissn, mine }) => {
        const issn = eissn ?? pissn;
        if (!mine || issn === null) return [];
        return [{ id: issn, title, detail: [pissn, eissn].filter(Boolean).join(', ') }];
      }),
    [journals],
  );
}

/** The funders, favourites first; null: still being read. */
export function useFunderChoices(): Choice[] | null {
  const { data: funders = [], isPending } = useCall('compliance.funders', {});
  const choices = useMemo(
    () =>
      [...funders]
        .sort((a, b) => Number(b.favourite) - Number(a.favourite))
        .map(({ id, name, abbr, country, aliases }) => ({
          id,
          title: name,
          detail: [abbr, country, ...aliases].filter((part) => part !== '').join(', '),
        })),
    [funders],
  );
  return isPending ? null : choices;
}

/** A typed ISSN is a valid choice; any other text is a problem. */
export function readJournal(text: string): Choice | string {
  return choiceOf(() => readIssn(text));
}

/** A pasted ROR id is a valid choice; any other text is a problem. */
export function readOrganisation(text: string): Choice | string {
  return choiceOf(() => readRor(text));
}

/** A funder must be one of the list. */
export function readFunder(text: string): Choice | string {
  return t('complianceScreen.noSuchFunder', { text: text.trim() });
}

function choiceOf(read: () => string): Choice | string {
  try {
    const id = read();
    return { id, title: id, detail: '' };
  } catch (error) {
    return error instanceof AppError ? describe(error.brief) : String(error);
  }
}
