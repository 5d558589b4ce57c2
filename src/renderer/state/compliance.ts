import { useEffect } from 'react';
import { create } from 'zustand';
import type { ComplianceCheck, Funder, Matrix } from '../../shared/complianceCheck.ts';
import type { AppError } from '../../shared/errors.ts';
import { words } from '../../shared/words.ts';
import { asAppError, call, onEvent } from '../client.ts';
import { announce } from '../parts/Announcer.tsx';
import { createRefresher } from './refresher.ts';

/** A chosen journal (by ISSN), funder or organisation (by ROR). */
interface Chosen {
  id: string;
  title: string;
  detail: string;
}

interface ComplianceState {
  journal: Chosen | null;
  funder: Chosen | null;
  /** null: not affiliated. */
  organisation: Chosen | null;
  lang: string;
  check: ComplianceCheck | null;
  isAsking: boolean;
  error: AppError | null;
}

/** The question as it stands, and its last answer, for as long as the window is open. */
export const useCompliance = create<ComplianceState>(() => ({
  journal: null,
  funder: null,
  organisation: null,
  lang: 'en',
  check: null,
  isAsking: false,
  error: null,
}));

/** Changes a part of the question; the answer to another question goes away. */
export function changeQuestion(
  change: Partial<Pick<ComplianceState, 'journal' | 'funder' | 'organisation' | 'lang'>>,
): void {
  useCompliance.setState({ ...change, check: null, error: null });
}

let turn = 0;

/** Asks the checker; the answer to a question that was changed meanwhile is dropped. */
export async function ask(): Promise<void> {
  const { journal, funder, organisation, lang } = useCompliance.getState();
  if (!journal || !funder) return;
  const mine = ++turn;
  useCompliance.setState({ isAsking: true, error: null });
  announce(words.t('complianceScreen.asking'));
  try {
    const question = { issn: journal.id, funder: funder.id, ror: organisation?.id ?? '', lang };
    const check = await call('compliance.check', { ...question, maxAge: 0 });
    const now = useCompliance.getState();
    const isSame = now.journal === journal && now.funder === funder && now.organisation === organisation;
    if (mine === turn && isSame && now.lang === lang) useCompliance.setState({ check });
  } catch (error) {
    if (mine === turn) useCompliance.setState({ check: null, error: asAppError(error) });
  } finally {
    if (mine === turn) useCompliance.setState({ isAsking: false });
  }
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
