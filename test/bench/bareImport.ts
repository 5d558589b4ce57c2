import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { createAccountStore } from '../../src/main/store/accounts/accountStore.ts';
import { openDatabase } from '../../src/main/store/database.ts';
import { draftColumns } from '../../src/main/store/drafts/draftColumns.ts';
import { createDraftWriter } from '../../src/main/store/drafts/draftWriter.ts';
import type { DraftRecord } from '../../src/shared/draft/draft.ts';

export interface BareResult {
  seconds: number;
  cpuSeconds: number;
}

/** Records in one transaction. */
const slice = 1000;

const [file, folder] = process.argv.slice(2) as [string, string];
mkdirSync(folder);
const db = openDatabase(join(folder, 'colophon.db'), { durable: false });
const createdAt = new Date().toISOString();
createAccountStore(db).ensureSandbox({
  name: 'Sandbox',
  base: 'http://127.0.0.1:9/',
  dialect: '3.0.1',
  rate: 2,
  username: '',
  createdAt,
});
const writer = createDraftWriter(db, { textsAtOnce: slice });
const context = { dialect: '3.0.1' as const, journals: null, now: new Date() };

const begun = performance.now();
const records = JSON.parse(readFileSync(file, 'utf8')) as DraftRecord[];
for (let from = 0; from < records.length; from += slice) {
  db.transaction(() => {
    for (let at = from; at < Math.min(records.length, from + slice); at++) {
      const place = { file: 'articles.json', index: at + 1, line: at + 2 };
      writer.insert({
        accountId: 'sandbox',
        draft: draftColumns(records[at]!, context),
        at: createdAt,
        place,
      });
    }
    writer.writeTexts();
  })();
}
const seconds = (performance.now() - begun) / 1000;
const { user, system } = process.cpuUsage();
db.close();
process.send?.({ seconds, cpuSeconds: (user + system) / 1e6 } satisfies BareResult);
