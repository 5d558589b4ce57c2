import { describe, expect, it } from 'vitest';
import world from '../../resources/sandboxWorld.json' with { type: 'json' };
import { ask, startQuick } from './sandboxClient.ts';

describe('the world of a fresh sandbox', () => {
  it('has ISSNs with right check digits, in every record', () => {
    const issns = JSON.stringify(world).match(/(?<=")\d{4}-\d{3}[\dX](?=")/g) ?? [];
    expect(issns.length).toBeGreaterThan(40);
    for (const issn of issns) {
      const sum = [...issn.replace('-', '')].reduce(
        (total, digit, at) => total + (digit === 'X' ? 10 : Number(digit)) * (8 - at),
        0,
      );
      expect([issn, sum % 11]).toEqual([issn, 0]);
    }
  });

  it('gives the account sandbox a withdrawn, an online-only and a print-only journal', () => {
    const own = world.journals.filter((journal) => journal.admin.owner === 'sandbox');
    const kinds = own.map(({ admin, bibjson }) =>
      [admin.in_doaj, 'pissn' in bibjson, 'eissn' in bibjson].join(),
    );
    expect(new Set(kinds)).toEqual(
      new Set(['true,false,true', 'true,true,true', 'true,true,false', 'false,true,true']),
    );
    expect(own.map(({ bibjson }) => bibjson.eissn)).toContain('2577-3569');
  });

  it('holds articles that its directory accepts again over themselves', async () => {
    const sandbox = await startQuick(world);
    for (const { id, bibjson, admin } of world.articles) {
      const issns = bibjson.journal.issns;
      const journal = world.journals.find((one) => one.bibjson.title === bibjson.journal.title)!;
      expect([journal.bibjson.pissn, journal.bibjson.eissn].filter(Boolean).sort()).toEqual(issns);
      const { api_key } = world.accounts.find((account) => account.id === journal.admin.owner)!;
      const { start_page, end_page, ...rest } = bibjson;
      const sent = { bibjson: { ...rest, journal: { ...bibjson.journal, start_page, end_page } } };
      for (const dialect of ['3.0.1', '4.0'] as const) {
        const answer = await ask(`${sandbox.directory[dialect]}articles?api_key=${api_key}`, 'POST', sent);
        expect([answer.status, answer.json.id]).toEqual(admin.in_doaj ? [201, id] : [400, undefined]);
      }
    }
    await sandbox.stop();
  });
});
