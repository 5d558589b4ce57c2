import { useEffect } from 'react';
import { create } from 'zustand';
import type { ComplianceCheck, Funder, Matrix } from '../../shared/compliance/complianceCheck.ts';
import type { AppError } from '../../shared/errors.ts';
import { language, words } from '../../shared/i18n/words.ts';
import { announce } from './announce.ts';
import { asAppError, call, onEvent } from './client.ts';
import { createRefresher } from './refresher.ts';

/** A chosen journal (by ISSN), funder or organisation (by ROR). */
interface Chosen {
  id: string;
  title: string;
  detail: string;
}

/** The parts of a question that may be wrong. */
export type QuestionPart = 'journal' | 'funder' | 'organisation';
const parts: readonly QuestionPart[] = ['journal', 'funder', 'organisation'];

interface ComplianceState {
  journal: Chosen | null;
  funder: Chosen | null;
  /** null: not affiliated. */
  organisation: Chosen | null;
  /** null: the language of the window. */
  lang: string | null;
  check: ComplianceCheck | null;
  isAsking: boolean;
  /** What is wrong with a part of the question, to stand beside it. */
  problems: Partial<Record<QuestionPart, string>>;
  /** What went wrong otherwise. */
  error: AppError | null;
}

/** The question as it stands, and its last answer, for as long as the window is open. */
export const useCompliance = create<ComplianceState>(() => ({
  journal: null,
  funder: null,
  organisation: null,
  lang: null,
  check: null,
  isAsking: false,
  problems: {},
  error: null,
}));

/** Says what is wrong with a part of the question; an empty text: nothing is. */
export function setProblem(part: QuestionPart, problem: string): void {
  useCompliance.setState(({ problems }) => ({ problems: { ...problems, [part]: problem } }));
}

/** Changes a part of the question; the answer to another question goes away. */
export function changeQuestion(
  change: Partial<Pick<ComplianceState, 'journal' | 'funder' | 'organisation' | 'lang'>>,
): void {
  useCompliance.setState({ ...change, check: null, error: null });
}

let turn = 0;

/** Asks the checker; the answer to a question that was changed meanwhile is dropped. Answers the first part that is missing or wrong, else null. */
export async function ask(): Promise<QuestionPart | null> {
  const { journal, funder, organisation, lang, problems } = useCompliance.getState();
  if (!journal && !problems.journal) setProblem('journal', words.t('complianceScreen.chooseJournal'));
  if (!funder && !problems.funder) setProblem('funder', words.t('complianceScreen.chooseFunder'));
  const wrong = firstWrong();
  if (wrong || !journal || !funder) return wrong;
  const mine = ++turn;
  useCompliance.setState({ isAsking: true, check: null, error: null });
  announce(words.t('complianceScreen.asking'));
  try {
    const question = {
      issn: journal.id,
      funder: funder.id,
      ror: organisation?.id ?? '',
      lang: lang ?? language(),
    };
    const check = await call('compliance.check', { ...question, maxAge: 0 });
    if (mine === turn && isAbout({ journal, funder, organisation, lang }))
      useCompliance.setState({ check, ...namesFrom(check, { journal, organisation }) });
  } catch (error) {
    if (mine === turn) takeError(asAppError(error));
  } finally {
    if (mine === turn) useCompliance.setState({ isAsking: false });
  }
  return firstWrong();
}

/** What the checker says of a part of the question stands beside that part. */
function takeError(error: AppError): void {
  const part = parts.find((one) => one === error.field);
  if (part) setProblem(part, [error.message, error.fix].join(' '));
  else useCompliance.setState({ error });
}

/** What was given by its id only is called as the service calls it. */
function namesFrom(check: ComplianceCheck, asked: Pick<ComplianceState, 'journal' | 'organisation'>) {
  const { journal, organisation } = asked;
  const title = check.isAboutJournal ? check.journalTitle : '';
  const name = check.institutionName;
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

function isAbout(asked: Pick<ComplianceState, QuestionPart | 'lang'>): boolean {
  const now = useCompliance.getState();
  return now.lang === asked.lang && parts.every((part) => now[part] === asked[part]);
}

const useFunderList = create<{ funders: readonly Funder[] }>(() => ({ funders: [] }));
const reloadFunders = createRefresher(async () => {
  useFunderList.setState({ funders: await call('compliance.funders', {}) });
}, 100);

/** The funders as they are kept, by name. */
export function useFunders(): readonly Funder[] {
  useEffect(() => {
    reloadFunders();
    return onEvent('funders.changed', reloadFunders);
  }, []);
  return useFunderList((state) => state.funders);
}

const useMatrixList = create<{ matrices: readonly Matrix[] | null; error: AppError | null }>(() => ({
  matrices: null,
  error: null,
}));

async function loadMatrices(): Promise<void> {
  try {
    useMatrixList.setState({ matrices: await call('matrix.list', {}), error: null });
  } catch (error) {
    useMatrixList.setState({ error: asAppError(error) });
  }
}

/** Reads the matrices anew. */
export const reloadMatrices = createRefresher(loadMatrices, 100);

/** Every matrix, newest first, as it goes; null until they are here. */
export function useMatrices(): { matrices: readonly Matrix[] | null; error: AppError | null } {
  useEffect(() => {
    reloadMatrices();
    return onEvent('matrix.changed', (matrix) =>
      useMatrixList.setState(({ matrices }) => {
        const others = matrices ?? [];
        const isKnown = others.some(({ id }) => id === matrix.id);
        return {
          matrices: isKnown
            ? others.map((one) => (one.id === matrix.id ? matrix : one))
            : [matrix, ...others],
        };
      }),
    );
  }, []);
  return useMatrixList();
}
