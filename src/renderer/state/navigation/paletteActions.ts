import type { Journal } from '../../../shared/contract/journals.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { attempt } from '../attempt.ts';
import { call } from '../data/client.ts';
import { changeQuestion } from '../data/compliance.ts';
import { showDone } from '../dialogs/notices.ts';
import { formatNumber } from '../format.ts';
import { openRequestOf } from '../records/openRequestOf.ts';
import type { journalVerbs } from './paletteVerbs.ts';
import { go } from './route.ts';

type JournalVerb = (typeof journalVerbs)[number];

/** Does something with a journal of the account; `save` stores an exported file. */
export async function actOnJournal(
  verb: JournalVerb,
  { accountId, journal }: { accountId: string; journal: Journal },
  save: (file: { name: string; type: string; text: string }) => void,
): Promise<void> {
  const issn = journal.eissn ?? journal.pissn ?? '';
  switch (verb) {
    case 'open':
      return go({ screen: 'journals', journalId: journal.id });
    case 'compare':
      return go({ screen: 'comparisons', comparisonId: null, issn });
    case 'check':
      changeQuestion({ journal: { id: issn, title: journal.title, detail: issn } });
      return go('#/compliance/check');
    case 'propose':
      await attempt(() => propose(accountId, journal.id));
      return;
    case 'export':
      await attempt(async () => {
        const query = `issn:${issn}`;
        const search = { accountId, kind: 'article', query, sort: '', format: 'csv' } as const;
        const { count, total, ...file } = await call('search.export', search);
        save(file);
        const values = { count, n: formatNumber(count), total: formatNumber(total) };
        showDone(t(count < total ? 'search.exportedSome' : 'search.exported', values));
      });
  }
}

/** Opens the journal's Update Request that is not decided yet, or a new one. */
async function propose(accountId: string, journalId: string): Promise<void> {
  const { applications } = await call('journals.get', { accountId, id: journalId, fresh: false });
  const open = openRequestOf(applications, journalId);
  const { id } = open ?? (await call('applications.create', { accountId, journalId }));
  go({ screen: 'update-requests', applicationId: id, field: null });
}
