import { join } from 'node:path';
import { openDatabase } from '../../src/main/store/database.ts';
import { draftColumns } from '../../src/main/store/drafts/draftColumns.ts';
import { createDraftWriter } from '../../src/main/store/drafts/draftWriter.ts';
import { article } from '../e2e/articles.ts';
import { type Colophon, startColophon } from '../e2e/colophon.ts';

const at = '2026-02-01T00:00:00.000Z';

/** A running Colophon whose sandbox account has `count` drafts, plus what `more` writes into its data folder. */
export async function startWithDrafts(
  count: number,
  more: (folder: string) => void = () => {},
): Promise<Colophon> {
  const colophon = await startColophon();
  // Written directly into the database, after the first start created the account.
  await colophon.kill();
  addDrafts(join(colophon.data, 'colophon.db'), count);
  more(colophon.data);
  await colophon.startAgain();
  return colophon;
}

function addDrafts(file: string, count: number): void {
  const db = openDatabase(file, { durable: false });
  const writer = createDraftWriter(db, { textsAtOnce: 500 });
  const context = { dialect: '4.0' as const, journals: null, now: new Date(at) };
  db.transaction(() => {
    for (let number = 1; number <= count; number++) {
      const draft = draftColumns(article(number), context);
      writer.insert({ accountId: 'sandbox', draft, at });
    }
    writer.writeTexts();
  })();
  db.close();
}
