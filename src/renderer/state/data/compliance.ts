import { create } from 'zustand';
import type { ComplianceCheck, Funder } from '../../../shared/compliance/complianceCheck.ts';
import type { CallInput } from '../../../shared/contract/contract.ts';
import type { AppError } from '../../../shared/errors.ts';
import { describe, i18n, language } from '../../../shared/i18n/i18n.ts';
import { announce } from '../announce.ts';
import { asAppError } from './client.ts';
import { callQuery, queryClient, useCall } from './queries.ts';

/** Answers are kept for this long while another screen is open. */
const keptMs = 3_600_000;

/** A chosen journal (by ISSN), funder or organisation (by ROR). */
export interface Choice {
  id: string;
  title: string;
  detail: string;
}

/** The parts of a question that may be wrong. */
export type QuestionPart = 'journal' | 'funder' | 'organisation';
const parts: readonly QuestionPart[] = ['journal', 'funder', 'organisation'];

interface ComplianceState {
  journal: Choice | null;
  funder: Choice | null;
  /** null: not affiliated. */
  organisation: Choice | null;
  /** null: the language of the window. */
  lang: string | null;
  /** The question as it was sent; null while none was, or after a change. */
  asked: CallInput<'compliance.check'> | null;
  /** The problem with a part of the question, shown beside it. */
  problems: Partial<Record<QuestionPart, string>>;
}

/** The question, for as long as the window is open. */
export const useCompliance = create<ComplianceState>(() => ({
  journal: null,
  funder: null,
  organisation: null,
  lang: null,
  asked: null,
  problems: {},
}));

/** Sets the problem with a part of the question; an empty text: there is none. */
export function setProblem(part: QuestionPart, problem: string): void {
  useCompliance.setState(({ problems }) => ({ problems: { ...problems, [part]: problem } }));
}

/** Changes a part of the question, which clears the answer and the problem with that part. */
export function changeQuestion(
  change: Partial<Pick<ComplianceState, 'journal' | 'funder' | 'organisation' | 'lang'>>,
): void {
  useCompliance.setState(({ problems }) => ({
    ...change,
    asked: null,
    problems: Object.fromEntries(Object.entries(problems).filter(([part]) => !(part in change))),
  }));
}

/** Asks the checker. Returns the first part of the question that is missing or wrong, else null; the answer is in `useCheck`. */
export async function ask(): Promise<QuestionPart | null> {
  const { journal, funder, organisation, lang, problems } = useCompliance.getState();
  if (!journal && !problems.journal) setProblem('journal', i18n.t('complianceScreen.chooseJournal'));
  if (!funder && !problems.funder) setProblem('funder', i18n.t('complianceScreen.chooseFunder'));
  const wrong = firstWrong();
  if (wrong || !journal || !funder) return wrong;
  const asked = {
    issn: journal.id,
    funder: funder.id,
    ror: organisation?.id ?? '',
    lang: lang ?? language(),
    maxAge: 0,
  };
  useCompliance.setState({ asked });
  announce(i18n.t('complianceScreen.asking'));
  const query = callQuery('compliance.check', asked);
  queryClient.removeQueries({ queryKey: query.queryKey, type: 'inactive' });
  try {
    const check = await queryClient.fetchQuery({ ...query, staleTime: 0 });
    if (useCompliance.getState().asked === asked)
      useCompliance.setState(namesFrom(check, { journal, organisation }));
  } catch (thrown) {
    const error = asAppError(thrown);
    const part = parts.find((one) => one === error.field);
    // An error about one part of the question is shown beside that part.
    if (part && useCompliance.getState().asked === asked) {
      setProblem(part, describe(error.brief));
      useCompliance.setState({ asked: null });
    }
  }
  return firstWrong();
}

/** The answer to the question as it was asked; nothing once the question is changed. */
export function useCheck(): { check: ComplianceCheck | null; isAsking: boolean; error: AppError | null } {
  const asked = useCompliance((state) => state.asked);
  const { data, error, isFetching } = useCall('compliance.check', asked, { gcTime: keptMs });
  return {
    check: (!isFetching && !error && data) || null,
    isAsking: isFetching,
    error: isFetching ? null : error,
  };
}

/** A journal or organisation given only by id gets its name from the answer. */
function namesFrom(check: ComplianceCheck, asked: Pick<ComplianceState, 'journal' | 'organisation'>) {
  const { journal, organisation } = asked;
  const [title, name] = check.mismatch ? ['', ''] : [check.journalTitle, check.institutionName];
  return {
    journal: journal && journal.title === journal.id && title ? { ...journal, title } : journal,
    organisation:
      organisation && organisation.title === organisation.id && name
        ? { ...organisation, title: name }
        : organisation,
  };
}

function firstWrong(): QuestionPart | null {
  const { problems } = useCompliance.getState();
  return parts.find((part) => problems[part]) ?? null;
}

export function useFunders(): readonly Funder[] {
  return useCall('compliance.funders', {}).data ?? none;
}

const none: readonly Funder[] = [];
