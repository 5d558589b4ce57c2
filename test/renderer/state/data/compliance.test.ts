import { expect, test } from 'vitest';
import { changeQuestion, setProblem, useCompliance } from '../../../../src/renderer/state/data/compliance.ts';

test('a part of the question that is chosen elsewhere has no problem any more', () => {
  setProblem('journal', 'Choose a journal.');
  setProblem('funder', 'Choose a funder.');
  changeQuestion({ journal: { id: '1234-5679', title: 'Annals', detail: '' } });
  expect(useCompliance.getState().problems).toEqual({ funder: 'Choose a funder.' });
});
