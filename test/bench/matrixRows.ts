import { join } from 'node:path';
import { createMatrixStore } from '../../src/main/store/compliance/matrixStore.ts';
import { openDatabase } from '../../src/main/store/database.ts';
import { inventedIssns } from '../e2e/compliance.ts';

const at = '2026-02-01T00:00:00.000Z';

/** Writes a completed matrix of the given size into a data folder that is not in use, and returns its id. */
export function addMatrix(folder: string, size: { journals: number; funders: number }): number {
  const db = openDatabase(join(folder, 'colophon.db'));
  const matrices = createMatrixStore(db);
  try {
    return db.transaction(() => {
      const { id } = matrices.create({
        name: 'All journals',
        journals: inventedIssns(size.journals).map((issn, n) => ({
          issn,
          title: `Journal of Measured Things ${n}`,
        })),
        funders: Array.from({ length: size.funders }, (_, n) => ({
          id: `funder${n}`,
          name: `Funder number ${n}`,
        })),
        organisations: [{ ror: '', name: '' }],
        lang: 'en',
        maxAge: 30,
        createdAt: at,
      });
      for (const cell of matrices.cells(id)) {
        matrices.answer(cell.id, {
          checkId: null,
          compliant: cell.id % 3 !== 0,
          routes: cell.id % 3 === 0 ? [] : ['fully_oa', 'self_archiving'],
          unknown: [],
          at,
          changes: [],
          message: null,
        });
      }
      matrices.setState(id, 'done', null, at);
      return id;
    })();
  } finally {
    db.close();
  }
}
