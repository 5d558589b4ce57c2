import type { Dialect } from '../../../src/shared/directory/account.ts';
import { issnOf } from '../../helpers/applicationRecords.ts';
import { sendNow } from '../confirm.ts';
import { journals } from '../contents.ts';
import { present } from '../model.ts';
import { type Action, ask, inBackground, value } from '../world.ts';

const issn = (journal: number) => issnOf(journal * 2);

/** Users who compare, search, check compliance, and change settings and accounts. */
export const otherActions: Action[] = [
  {
    name: 'comparisons',
    weight: 4,
    kind: 'action',
    async run(world, random) {
      const { id: accountId } = random.pick(world.accounts);
      await ask(world, 'comparisons.start', { accountId, issn: issn(random.int(1, journals)), year: '2024' });
    },
  },
  {
    name: 'use a comparison',
    weight: 4,
    kind: 'action',
    async run(world, random) {
      const { id: accountId } = random.pick(world.accounts);
      const all = await value(world, 'comparisons.list', { accountId });
      const one = random.maybe(all ?? []);
      if (!one) return;
      const how = random.pick(['take', 'take', 'stop', 'remove', 'rows'] as const);
      if (how === 'stop' && one.state === 'running') await ask(world, 'comparisons.stop', { id: one.id });
      else if (how === 'remove' && one.state !== 'running')
        await ask(world, 'comparisons.remove', { id: one.id });
      else if (how === 'rows') {
        await ask(world, 'comparisons.rows', {
          id: one.id,
          outcomes: [],
          aside: false,
          offset: 0,
          limit: 50,
        });
      } else if (how === 'take' && one.state === 'done') {
        const outcome = random.pick(['missing-here', 'different'] as const);
        // Every differing draft may be overwritten, and is read again at the end of the round.
        if (outcome === 'different') {
          const { draftIds } = (await value(world, 'comparisons.draftIds', {
            id: one.id,
            outcomes: [outcome],
          })) ?? { draftIds: [] };
          for (const id of draftIds) {
            const fact = world.model.drafts.get(id);
            if (fact) fact.content = '';
          }
        }
        await ask(world, 'comparisons.take', { id: one.id, outcome });
      }
    },
  },
  {
    name: 'search',
    weight: 3,
    kind: 'action',
    async run(world, random) {
      const { id: accountId } = random.pick(world.accounts);
      const kind = random.pick(['journal', 'article', 'application'] as const);
      const query = random.pick(['title:chaos', 'stamp', '"', 'a AND', 'doi:10.5555*', 'bibjson.year:2024']);
      const search = { accountId, kind, query, sort: '' };
      await ask(world, 'search.run', { ...search, page: 1, pageSize: 20 });
      if (random.percent(30)) {
        const file = await value(world, 'search.export', {
          ...search,
          format: random.pick(['csv', 'json'] as const),
        });
        if (file) world.model.exported.push(file.text);
      }
      if (random.percent(20))
        await ask(world, 'search.save', { ...search, name: `Search ${random.int(1, 5)}` });
    },
  },
  {
    name: 'check compliance',
    weight: 3,
    kind: 'action',
    async run(world, random) {
      const funder = random.pick(['wellcome', 'austriansciencefundfwf', 'nobody']);
      const question = { issn: issn(random.int(1, journals)), funder, ror: '', lang: 'en' };
      await ask(world, 'compliance.check', { ...question, maxAge: random.pick([0, 60]) });
      await ask(world, 'compliance.history', question);
    },
  },
  {
    name: 'matrix',
    weight: 2,
    kind: 'action',
    async run(world, random) {
      const all = (await value(world, 'matrix.list', {})) ?? [];
      const one = random.maybe(all);
      if (!one || all.length < 2) {
        const issns = random.some([1, 2, 3, 4, 5, 6].map(issn), 4);
        const funders = random.some(['wellcome', 'austriansciencefundfwf', 'academyoffinlandaka'], 2);
        await ask(world, 'matrix.start', {
          name: `Grid ${world.next()}`,
          issns,
          funders,
          rors: [],
          lang: 'en',
          maxAge: 0,
        });
        return;
      }
      const how = random.pick(['pause', 'resume', 'remove', 'refresh', 'export'] as const);
      if (how === 'refresh') await ask(world, 'matrix.refresh', { id: one.id, maxAge: 0 });
      else if (how === 'export') await ask(world, 'matrix.export', { id: one.id, format: 'html' });
      else await ask(world, `matrix.${how}`, { id: one.id });
    },
  },
  {
    name: 'settings',
    weight: 2,
    kind: 'action',
    async run(world, random) {
      const change = {
        theme: random.pick(['light', 'dark'] as const),
        batchBytes: random.pick([10_000, 20_000, 60_000]),
        language: random.pick(['en', 'fr', 'system'] as const),
        followEvery: random.pick([0, 1, 5]),
        bulkTimeout: random.pick([40, 60]),
      };
      const kept = await value(world, 'app.changeSettings', change);
      if (kept) Object.assign(world.model.settings, change);
      else for (const name of Object.keys(change)) delete world.model.settings[name];
    },
  },
  {
    name: 'change the API version',
    weight: 2,
    kind: 'action',
    async run(world, random) {
      const { id, place } = random.pick(world.accounts);
      const dialect: Dialect = random.pick(['3.0.1', '4.0']);
      const base = world.directories.places[place]!.directory[dialect];
      await ask(world, 'accounts.update', { id, dialect, base });
    },
  },
  {
    name: 'refresh journals',
    weight: 2,
    kind: 'action',
    async run(world, random) {
      const { id: accountId } = random.pick(world.accounts);
      await ask(world, 'journals.refresh', { accountId });
      await ask(world, 'journals.get', { accountId, id: `journal${random.int(1, journals)}`, fresh: true });
    },
  },
  {
    name: 'many things at once',
    isTimed: true,
    weight: 4,
    kind: 'action',
    async run(world, random) {
      const { id: accountId } = random.pick(world.accounts);
      const ids = random.some(present(world.model.drafts, accountId), 20);
      inBackground(world, ask(world, 'journals.refresh', { accountId }));
      inBackground(world, ask(world, 'applications.refresh', { accountId }));
      inBackground(world, ask(world, 'comparisons.start', { accountId, issn: issn(1), year: '2024' }));
      const sending = { accountId, selection: { ids }, includeUnchanged: false, name: '' };
      for (let left = 2; left > 0; left--) inBackground(world, sendNow(world, sending));
    },
  },
];
