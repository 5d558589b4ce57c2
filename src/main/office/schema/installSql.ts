import { content } from './content.ts';
import { deletions } from './deletions.ts';
import { grants } from './grants.ts';
import { limits } from './limits.ts';
import { people } from './people.ts';
import { permissions } from './permissions.ts';
import { queue } from './queue.ts';
import { quotas } from './quotas.ts';
import { records } from './records.ts';
import { sending } from './sending.ts';
import { watch } from './watch.ts';

/** Changes of the first tables, in order, each ending with what it grants; never changed once they are released. */
const migrations: readonly string[] = [];

/** The office's schema version: that of the first tables, and one more for each later change. */
export const schemaVersion = 1 + migrations.length;

const first = [
  permissions,
  quotas,
  content,
  records,
  queue,
  sending,
  deletions,
  watch,
  limits,
  people,
  grants,
].join('\n');

/**
 * The statement that creates the office's tables, or brings older ones up to date, for the role that owns them. Running
 * it again changes nothing; it fails for tables of a newer version.
 */
export function installSql(later: readonly string[] = migrations): string {
  const steps = later.map(
    (migration, at) => `
  IF found_version < ${at + 2} THEN
    EXECUTE $migration$${migration}$migration$;
    UPDATE colophon.office SET schema_version = ${at + 2};
  END IF;`,
  );
  return `DO $install$
DECLARE
  found_version integer;
BEGIN
  IF to_regclass('colophon.office') IS NULL THEN
    EXECUTE $first$${first}$first$;
  END IF;
  -- One at a time; nobody who reads waits.
  LOCK TABLE colophon.office IN SHARE ROW EXCLUSIVE MODE;
  SELECT schema_version INTO found_version FROM colophon.office;
  IF found_version > ${1 + later.length} THEN
    RAISE EXCEPTION 'The office has version %, and this script knows only %.', found_version, ${1 + later.length};
  END IF;${steps.join('')}
END $install$;`;
}
