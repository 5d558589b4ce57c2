import { describe, expect, it } from 'vitest';
import world from '../../resources/sandboxWorld.json' with { type: 'json' };
import { ask, startQuick } from './sandboxClient.ts';

describe('a fresh sandbox world', () => {
  it('has valid check digits in every ISSN', () => {
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

  it('contains articles that its directory accepts again over themselves', async () => {
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

  it('shows the account sandbox a returned request, one under review and a pending new application', () => {
    const states = world.applications.map(({ admin }) => [
      admin.owner,
      admin.application_status,
      'current_journal' in admin,
    ]);
    expect(states).toEqual([
      ['sandbox', 'revisions_required', true],
      ['sandbox', 'in progress', true],
      ['sandbox', 'pending', false],
    ]);
    for (const { id, admin } of world.applications) {
      if (!('current_journal' in admin)) continue;
      const journal = world.journals.find((one) => one.id === admin.current_journal)!;
      expect(journal.admin.current_application).toBe(id);
    }
  });

  it('contains journals and applications that its directory accepts unchanged', async () => {
    const sandbox = await startQuick({ ...world, applications: [], checks_on: false }, { resaveDelayMs: 0 });
    const contact = { name: 'Office', email: 'office@example.org' };
    for (const [dialect, extra] of [
      ['3.0.1', { contact }],
      ['4.0', {}],
    ] as const) {
      const post = (key: string, record: unknown) =>
        ask(`${sandbox.directory[dialect]}applications?api_key=${key}`, 'POST', record);
      for (const { id, admin, bibjson } of world.journals.filter((one) => one.admin.in_doaj)) {
        const { api_key } = world.accounts.find((account) => account.id === admin.owner)!;
        const flat = { pissn: '', eissn: '', ...bibjson };
        const answer = await post(api_key, { admin: { current_journal: id }, bibjson: flat });
        expect([bibjson.title, answer.status, answer.error]).toEqual([bibjson.title, 201, undefined]);
      }
      for (const { admin, bibjson } of world.applications) {
        const record = {
          admin: 'current_journal' in admin ? { current_journal: admin.current_journal } : extra,
          bibjson: { pissn: '', eissn: '', ...bibjson },
        };
        const answer = await post(world.accounts[0]!.api_key, record);
        expect([bibjson.title, answer.status, answer.error]).toEqual([bibjson.title, 201, undefined]);
      }
    }
    await sandbox.stop();
  });
});
