import type { ComplianceCheck, MatrixCell } from '../../shared/compliance/complianceCheck.ts';
import type { MatrixStore, StoredMatrix } from '../store/compliance/matrixStore.ts';

/** Journals and organisations that were given to a matrix by id only get the names that the service knows them by; kept in the matrix and in its store. */
export function learnNames(
  matrices: Pick<MatrixStore, 'setNames'>,
  { id, journals, organisations }: Pick<StoredMatrix, 'id' | 'journals' | 'organisations'>,
  { cell, check }: { cell: Pick<MatrixCell, 'journal' | 'organisation'>; check: ComplianceCheck },
): void {
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
