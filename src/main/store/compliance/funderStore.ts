import { builtInFunders } from '../../../shared/compliance/builtInFunders.ts';
import type { Funder } from '../../../shared/compliance/complianceCheck.ts';
import type { Db } from '../database.ts';
import { storedJson } from '../storedJson.ts';
import { withStorageErrors } from '../withStorageErrors.ts';

/** The built-in funders, with the user's changes. */
export function createFunderStore(db: Db) {
  const read = db.prepare<[], FunderRow>('SELECT id, name, abbr, country, aliases, favourite FROM funders');
  const write = db.prepare(
    `INSERT OR REPLACE INTO funders (id, name, abbr, country, aliases, favourite)
     VALUES (@id, @name, @abbr, @country, @aliases, @favourite)`,
  );
  const remove = db.prepare<[string]>('DELETE FROM funders WHERE id = ?');

  /** By name. */
  function list(): Funder[] {
    const funders = new Map<string, Funder>(
      builtInFunders.funders.map((funder) => [funder.id, { ...funder, own: false, favourite: false }]),
    );
    for (const row of read.all()) {
      funders.set(row.id, {
        ...row,
        aliases: storedJson(row.aliases),
        favourite: row.favourite === 1,
        own: isOwn(row, funders.get(row.id)),
      });
    }
    return [...funders.values()].sort((a, b) => a.name.localeCompare(b.name, 'en'));
  }
  const get = (id: string) => list().find((funder) => funder.id === id) ?? null;
  return withStorageErrors({
    list,
    get,
    save: (funder: Omit<Funder, 'own'>) => {
      write.run({ ...funder, aliases: JSON.stringify(funder.aliases), favourite: funder.favourite ? 1 : 0 });
      return get(funder.id)!;
    },
    remove: (id: string) => void remove.run(id),
  });
}

interface FunderRow extends Pick<Funder, 'id' | 'name' | 'abbr' | 'country'> {
  aliases: string;
  favourite: 0 | 1;
}

/** Marking a funder as a favourite does not make it the user's own. */
function isOwn(row: FunderRow, known: Funder | undefined): boolean {
  return !known || known.name !== row.name || known.abbr !== row.abbr || known.country !== row.country;
}
