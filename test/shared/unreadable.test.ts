import { expect, test } from 'vitest';
import { openDatabase } from '../../src/main/store/database.ts';
import { databaseOf } from '../helpers/backupWorld.ts';
import { allowRubbish } from '../helpers/rubbish.ts';
import { runCli } from '../helpers/runCli.ts';
import { storesOf, temporaryFolder } from '../helpers/storeParts.ts';

test.each([
  ['en', '2 rows of the data file cannot be read and are left out.'],
  ['fr', '2 lignes du fichier de données sont illisibles et ne sont pas prises en compte.'],
])('counts on stderr what it leaves out because it cannot be read (%s)', async (language, words) => {
  const folder = temporaryFolder();
  const { db } = storesOf(openDatabase(databaseOf(folder)));
  const add = db.prepare(
    `INSERT INTO accounts (id, name, kind, base, dialect, rate, created_at)
     SELECT ?, ?, kind, ?, dialect, rate, created_at FROM accounts LIMIT 1`,
  );
  allowRubbish(db);
  add.run('b', 'Broken', 'no address');
  add.run('c', 'Broken, too', '');
  db.close();
  const { code, out, err } = await runCli(['account', 'list', '--data', folder, '--language', language]);
  expect(code, err).toBe(0);
  expect(out).not.toContain('Broken');
  expect(err).toContain(words);
});
