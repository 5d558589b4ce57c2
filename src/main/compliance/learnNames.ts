import type { ComplianceCheck, MatrixCell } from '../../shared/complianceCheck.ts';
import type { MatrixStore } from '../store/matrixStore.ts';

/** Journals and organisations that were given to a matrix by id only get the names that the service knows them by. */
export function learnNames(
  matrices: Pick<MatrixStore, 'get' | 'setNames'>,
  id: number,
  { cell, check }: { cell: Pick<MatrixCell, 'journal' | 'organisation'>; check: ComplianceCheck },
): void {
  const { journals, organisations } = matrices.get(id);
  const journal = journals[cell.journal];
  const organisation = organisations[cell.organisation];
  const title = check.isAboutJournal ? check.journalTitle : '';
  const name = check.institutionName;
  const isNewTitle = journal !== undefined && journal.title === journal.issn && title !== '';
  const isNewName =
    organisation !== undefined &&
    organisation.ror !== '' &&
    organisation.name === organisation.ror &&
    name !== '';
  if (isNewTitle) journal.title = title;
  if (isNewName) organisation.name = name;
  if (isNewTitle || isNewName) matrices.setNames(id, { journals, organisations });
}
