import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Sandbox, SandboxOptions } from '../../src/sandbox/startSandbox.ts';
import { ask, given, type Json, type Seen, startQuick } from './sandboxClient.ts';

const sample = JSON.parse(given('directory/application-valid-full.json')).bibjson;
const accounts = [
  { id: 'ann', roles: ['api', 'publisher'] },
  { id: 'ben', roles: ['api', 'publisher'] },
  { id: 'cleo', roles: ['api'] },
  { id: 'root', roles: ['api', 'admin'] },
];
const world = {
  accounts,
  journals: [journal('j1', 'ann'), journal('j2', 'ann', { in_doaj: false }), journal('j3', 'cleo')],
};

let sandbox: Sandbox;
let time: number;

beforeEach(() => start());
afterEach(() => sandbox.stop());

async function start(options: SandboxOptions = {}): Promise<void> {
  time = Date.parse('2026-11-21T10:00:00Z');
  sandbox = await startQuick(world, { now: () => new Date(time), ...options });
}

async function restart(options: SandboxOptions): Promise<void> {
  await sandbox.stop();
  await start(options);
}

function journal(id: string, owner: string, admin: object = {}): Json {
  return {
    id,
    created_date: '2020-01-01T00:00:00Z',
    last_updated: '2020-01-01T00:00:00Z',
    admin: {
      in_doaj: true,
      owner,
      notes: [{ id: 'n1', note: 'about the journal' }],
      editor_group: 'eg',
      ...admin,
    },
    bibjson: {
      ...structuredClone(sample),
      title: `Journal ${id}`,
      alternative_title: `The ${id}`,
      pissn: id === 'j1' ? '1234-5679' : '',
      eissn: '2345-6787',
      labels: ['s2o'],
      subject: [{ code: 'Q', scheme: 'LCC', term: 'Science' }],
      ref: { ...sample.ref, journal: `https://${id}.example.org` },
    },
  };
}

/** An Update Request for a journal; with `null` a new application. */
function proposal(journalId: string | null, changes: Json = {}, admin: Json = {}): Json {
  return {
    admin: { ...(journalId === null ? {} : { current_journal: journalId }), ...admin },
    bibjson: { ...structuredClone(sample), ...changes },
  };
}

type Dialect = '3.0.1' | '4.0';

function call(
  method: string,
  path: string,
  account: string,
  body?: unknown,
  dialect: Dialect = '4.0',
): Promise<Seen> {
  return ask(`${sandbox.directory[dialect]}${path}?api_key=key-${account}`, method, body);
}

async function create(
  journalId: string | null,
  changes: Json = {},
  dialect: Dialect = '4.0',
): Promise<string> {
  const contact = dialect === '3.0.1' && journalId === null ? { contact: person } : {};
  const answer = await call('POST', 'applications', 'ann', proposal(journalId, changes, contact), dialect);
  expect([answer.status, answer.error]).toEqual([201, undefined]);
  return answer.json.id;
}

const person = { name: 'Ann Example', email: 'ann@example.org' };

async function stored(id: string): Promise<Json> {
  return (await state('applications')).find((one: Json) => one.id === id);
}

async function storedJournal(id: string): Promise<Json> {
  return (await state('journals')).find((one: Json) => one.id === id);
}

async function state(kind: string): Promise<Json> {
  return (await ask(`${sandbox.origin}/_sandbox/state?only=${kind}`)).json[kind];
}

function steer(path: string, body: unknown, method = 'POST'): Promise<Seen> {
  return ask(`${sandbox.origin}/_sandbox/${path}`, method, body);
}

function setStatus(id: string, status: string, note?: string): Promise<Seen> {
  return steer(`applications/${id}/status`, { status, note });
}

/** Past the ten-second rule. */
function later(seconds = 11): void {
  time += seconds * 1000;
}

const outcome = ({ status, error }: Seen) => [status, error?.trim()];

describe('an Update Request', () => {
  it('keeps the values that a publisher cannot change, and points the journal to itself', async () => {
    const id = await create('j1', { title: 'Other', pissn: 'bad', eissn: '', publication_time_weeks: 3 });
    const { admin, bibjson, created_date } = await stored(id);
    expect(bibjson).toMatchObject({
      title: 'Journal j1',
      alternative_title: 'The j1',
      pissn: '1234-5679',
      eissn: '2345-6787',
      publication_time_weeks: 3,
      labels: ['s2o'],
      subject: [{ code: 'Q' }],
    });
    expect(admin).toEqual({
      application_type: 'update_request',
      application_status: 'update_request',
      current_journal: 'j1',
      date_applied: '2026-11-21T10:00:00Z',
      owner: 'ann',
      notes: [{ id: 'n1', note: 'about the journal' }],
      editor_group: null,
      editor: null,
    });
    expect(created_date).toBe('2026-11-21T10:00:00Z');
    expect((await storedJournal('j1')).admin.current_application).toBe(id);
  });

  it('clears omitted fields, since it describes the whole journal', async () => {
    const id = await create('j1', { institution: undefined, alternative_title: undefined });
    const { bibjson } = await stored(id);
    expect(bibjson).not.toHaveProperty('institution');
    expect(bibjson.alternative_title).toBe('The j1');
  });

  it('accepts an empty or null title and still refuses equal ISSNs', async () => {
    expect(outcome(await call('POST', 'applications', 'ann', proposal('j1', { title: null })))).toEqual([
      201,
      undefined,
    ]);
    expect(
      outcome(await call('POST', 'applications', 'ann', proposal('j1', { pissn: '', eissn: '' })))[0],
    ).toBe(400);
    expect(outcome(await call('POST', 'applications', 'ann', proposal('j1', { pissn: null })))[0]).toBe(500);
  });

  it('reports missing homepage and copyright terms differently from a new application', async () => {
    const changes = { copyright: { author_retains: false, url: '' }, ref: { ...sample.ref, journal: {} } };
    expect((await call('POST', 'applications', 'ann', proposal('j1', changes))).error).toBe(
      'The following validation errors were received: bibjson.copyright.url : This field is required.' +
        'bibjson.ref.journal : This field is required.',
    );
  });

  it('can be sent by the owner of the journal with the publisher role, or by an administrator', async () => {
    const post = (account: string, journalId: string) =>
      call('POST', 'applications', account, proposal(journalId));
    expect(outcome(await post('ann', 'nobody'))).toEqual([404, '(None, None)']);
    expect(outcome(await post('ann', 'j2'))).toEqual([404, '(None, None)']);
    expect(outcome(await post('ann', ''))).toEqual([404, '(None, None)']);
    expect(outcome(await post('ben', 'j1'))).toEqual([
      404,
      "(None, 'Account ben is not permitted to create an update request on journal j1')",
    ]);
    expect(outcome(await post('cleo', 'j3'))[0]).toBe(404);
    const made = await post('root', 'j1');
    expect((await stored(made.json.id)).admin.owner).toBe('ann');
    expect(outcome(await post('ben', 'j1'))).toEqual([
      404,
      "(None, 'Account ben is not permitted to edit the current update request on journal j1')",
    ]);
  });

  it('is overwritten by a second one while pending, and refused once it was picked up', async () => {
    const id = await create('j1');
    later();
    expect(await create('j1', { publication_time_weeks: 7 })).toBe(id);
    const { created_date, last_updated, bibjson, admin } = await stored(id);
    expect([created_date, last_updated]).toEqual(['2026-11-21T10:00:00Z', '2026-11-21T10:00:11Z']);
    expect([bibjson.publication_time_weeks, admin.date_applied]).toEqual([7, created_date]);
    for (const status of ['in progress', 'completed', 'on hold', 'ready']) {
      await setStatus(id, status);
      later();
      expect(outcome(await call('POST', 'applications', 'ann', proposal('j1')))).toEqual([
        403,
        'The application is no longer in a state in which it can be edited via the API',
      ]);
      expect((await call('PUT', `applications/${id}`, 'ann', proposal('j1'))).status).toBe(403);
      expect(outcome(await call('DELETE', `applications/${id}`, 'ann'))).toEqual([403, '']);
    }
  });

  it('is pending again once it was changed after being returned', async () => {
    const id = await create('j1');
    await setStatus(id, 'revisions_required', 'Say more about fees.');
    later();
    expect((await stored(id)).admin.notes.at(-1).note).toBe('Say more about fees.');
    expect((await call('PUT', `applications/${id}`, 'ann', proposal('j1'))).status).toBe(204);
    expect((await stored(id)).admin.application_status).toBe('update_request');
  });

  it('cannot be saved twice for one journal within ten seconds', async () => {
    const id = await create('j1');
    later(9);
    for (const answer of [
      await call('POST', 'applications', 'ann', proposal('j1')),
      await call('PUT', `applications/${id}`, 'ann', proposal('j1')),
    ]) {
      expect(answer.status).toBe(400);
      expect(answer.error).toContain(
        'You have submitted an Update Request for the same journal in a short period of time',
      );
    }
    later(1);
    expect((await call('PUT', `applications/${id}`, 'ann', proposal('j1'))).status).toBe(204);
    await steer('timing', { resaveDelayMs: 0 });
    expect((await call('PUT', `applications/${id}`, 'ann', proposal('j1'))).status).toBe(204);
  });

  it('updates the journal when it is accepted, and is detached from it', async () => {
    const id = await create('j1', { publication_time_weeks: 9 });
    later();
    await setStatus(id, 'accepted');
    const { admin } = await stored(id);
    expect(admin).toMatchObject({ application_status: 'accepted', related_journal: 'j1' });
    expect(admin).not.toHaveProperty('current_journal');
    const changed = await storedJournal('j1');
    expect(changed.bibjson).toMatchObject({
      title: 'Journal j1',
      publication_time_weeks: 9,
      labels: ['s2o'],
    });
    expect(changed.admin).not.toHaveProperty('current_application');
    expect(changed.last_updated).toBe('2026-11-21T10:00:11Z');
    expect((await call('GET', 'journals/j1', 'ann')).json.bibjson.publication_time_weeks).toBe(9);
    expect(outcome(await call('PUT', `applications/${id}`, 'ann', proposal('j1')))).toEqual([
      400,
      'current_journal cannot be changed once set.  current_journal is None; this request tried to change it to j1',
    ]);
    expect(await create('j1')).not.toBe(id);
  });

  it('leaves the journal unchanged when it is rejected', async () => {
    const id = await create('j1', { publication_time_weeks: 9 });
    await setStatus(id, 'rejected');
    expect((await storedJournal('j1')).bibjson.publication_time_weeks).toBe(sample.publication_time_weeks);
    expect((await storedJournal('j1')).admin).not.toHaveProperty('current_application');
    expect((await call('DELETE', `applications/${id}`, 'ann')).status).toBe(403);
  });

  it('does not affect the journal when it is deleted', async () => {
    const id = await create('j1');
    expect((await call('DELETE', `applications/${id}`, 'ben')).status).toBe(404);
    expect((await call('DELETE', `applications/${id}`, 'ann')).status).toBe(204);
    expect((await call('DELETE', `applications/${id}`, 'ann')).status).toBe(404);
    expect((await storedJournal('j1')).admin).not.toHaveProperty('current_application');
  });

  it('breaks the service while somebody else has it or the journal open, even for administrators', async () => {
    const id = await create('j1');
    for (const lock of [
      { type: 'journal', about: 'j1', username: 'editor' },
      { type: 'application', about: id, username: 'editor' },
    ]) {
      later();
      await steer('locks', lock);
      expect((await ask(`${sandbox.origin}/_sandbox/locks`)).json).toEqual([lock]);
      const answer = await call('POST', 'applications', 'ann', proposal('j1'));
      expect([answer.status, answer.headers.get('content-type')]).toEqual([500, 'text/html; charset=utf-8']);
      expect((await call('PUT', `applications/${id}`, 'root', proposal('j1'))).status).toBe(500);
      expect((await call('DELETE', `applications/${id}`, 'ann')).status).toBe(500);
      expect((await call('POST', 'applications', 'ben', proposal('j1'))).status).toBe(404);
      await steer('locks', undefined, 'DELETE');
    }
    await steer('locks', { type: 'journal', about: 'j1', username: 'ann' });
    expect((await call('PUT', `applications/${id}`, 'ann', proposal('j1'))).status).toBe(204);
  });

  it('cannot name another journal later, and reports that before checking the account', async () => {
    const id = await create('j1');
    later();
    for (const account of ['ann', 'ben']) {
      expect(outcome(await call('PUT', `applications/${id}`, account, proposal('j3')))).toEqual([
        400,
        'current_journal cannot be changed once set.  current_journal is j1; this request tried to change it to j3',
      ]);
    }
    expect(outcome(await call('PUT', `applications/${id}`, 'ben', proposal('j1')))).toEqual([404, '']);
    expect(outcome(await call('PUT', 'applications/nobody', 'ann', proposal('j1')))).toEqual([404, '']);
    expect(outcome(await call('PUT', 'applications/nobody', 'ann', {}))[0]).toBe(400);
  });
});

describe('automatic checks', () => {
  it('hold saved data until they finish on their own', async () => {
    await restart({ checksDelayMs: 5000 });
    const request = await create('j1');
    const application = await create(null);
    for (const id of [request, application]) {
      expect((await call('GET', `applications/${id}`, 'ann')).json.admin.application_status).toBe(
        'post_submission_review',
      );
      expect((await call('DELETE', `applications/${id}`, 'ann')).status).toBe(403);
    }
    expect((await call('PUT', `applications/${request}`, 'ann', proposal('j1'))).status).toBe(403);
    expect((await call('POST', 'applications', 'ann', proposal('j1'))).status).toBe(403);
    later(5);
    expect((await stored(request)).admin.application_status).toBe('update_request');
    expect((await stored(application)).admin.application_status).toBe('pending');
    expect((await call('DELETE', `applications/${application}`, 'ann')).status).toBe(204);
  });

  it('are on if the world says so, and then a bulk request for a journal without one fails', async () => {
    await steer('world', { ...world, checks_on: true });
    const id = await create('j1');
    expect((await stored(id)).admin.application_status).toBe('post_submission_review');
    await steer('reset', undefined);
    const answer = await call('POST', 'bulk/applications', 'ann', [proposal('j1')]);
    expect(outcome(answer)).toEqual([400, "'application' ID must be provided to prepare function"]);
  });
});

describe('a new application', () => {
  it('is pending, belongs to its sender and has what the service adds', async () => {
    const id = await create(null);
    const { json } = await call('GET', `applications/${id}`, 'ann');
    expect(Object.keys(json).sort()).toEqual([
      'admin',
      'bibjson',
      'created_date',
      'id',
      'last_manual_update',
      'last_updated',
    ]);
    expect(json.admin).toEqual({
      application_status: 'pending',
      date_applied: '2026-11-21T10:00:00Z',
      owner: 'ann',
    });
    expect((await call('GET', `applications/${id}`, 'ben')).status).toBe(404);
    expect((await call('GET', `applications/${id}`, 'root')).status).toBe(200);
    later();
    expect((await call('PUT', `applications/${id}`, 'ann', json)).status).toBe(204);
  });

  it('can be created by an account without the publisher role, which cannot change it afterwards', async () => {
    const { status, json } = await call('POST', 'applications', 'cleo', proposal(null));
    expect(status).toBe(201);
    expect((await call('PUT', `applications/${json.id}`, 'cleo', proposal(null))).status).toBe(404);
    expect((await call('DELETE', `applications/${json.id}`, 'cleo')).status).toBe(404);
  });

  it('becomes another one when it is changed after being returned', async () => {
    const id = await create(null);
    await setStatus(id, 'revisions_required');
    const before = await stored(id);
    expect((await call('PUT', `applications/${id}`, 'ann', proposal(null, { title: 'New' }))).status).toBe(
      204,
    );
    expect(await stored(id)).toEqual(before);
    const others = (await state('applications')).filter((one: Json) => one.id !== id);
    expect(others.map((one: Json) => [one.bibjson.title, one.admin.application_status])).toEqual([
      ['New', 'pending'],
    ]);
  });

  it('cannot be changed once it was picked up, except by an administrator into a record of their own', async () => {
    const id = await create(null);
    await setStatus(id, 'in progress');
    expect(outcome(await call('PUT', `applications/${id}`, 'ann', proposal(null)))).toEqual([
      403,
      'The application can no longer be edited via the API',
    ]);
    expect((await call('PUT', `applications/${id}`, 'root', proposal(null))).status).toBe(204);
    expect((await state('applications')).map((one: Json) => one.admin.owner)).toEqual(['ann', 'root']);
    expect((await call('DELETE', `applications/${id}`, 'root')).status).toBe(204);
  });

  it('creates a journal when it is accepted', async () => {
    const id = await create(null);
    await setStatus(id, 'accepted');
    const { related_journal } = (await stored(id)).admin;
    expect((await call('GET', `journals/${related_journal}`, 'ann')).json.bibjson.title).toBe(sample.title);
    expect((await call('POST', 'applications', 'ann', proposal(null))).error).toContain(
      'This ISSN already appears in the public DOAJ database',
    );
  });

  it('replaces an Update Request that loses its journal, and is refused for its ISSNs', async () => {
    const { pissn, eissn } = journal('j1', 'ann').bibjson;
    const id = await create('j1');
    later();
    const answer = await call('PUT', `applications/${id}`, 'ann', {
      ...proposal(null, { pissn, eissn }),
      admin: null,
    });
    expect(answer.error).toContain('bibjson.pissn : This ISSN already appears in the public DOAJ database');
  });
});

describe('the routes', () => {
  it('require a key before anything else and accept no writes during maintenance', async () => {
    const paths: [string, string][] = [
      ['POST', 'applications'],
      ['GET', 'applications/nobody'],
      ['PUT', 'applications/nobody'],
      ['DELETE', 'applications/nobody'],
      ['POST', 'bulk/applications'],
      ['DELETE', 'bulk/applications'],
    ];
    await steer('maintenance', { on: true });
    for (const [method, path] of paths) {
      const body = method === 'GET' ? undefined : '{"broken';
      const refused = await ask(`${sandbox.directory['4.0']}${path}`, method, body);
      expect(outcome(refused)).toEqual([401, 'An API Key is required to access this.']);
      const { status, json } = await call(method, path, 'ann', body);
      expect(status).toBe(method === 'GET' ? 404 : 503);
      if (status === 503) expect(Object.keys(json)).toEqual(['message']);
    }
    await steer('maintenance', { on: false });
    expect(outcome(await call('POST', 'applications', 'ann', '{"broken'))).toEqual([
      400,
      'Supplied data was not valid JSON',
    ]);
    expect(outcome(await call('PATCH', 'applications/nobody', 'ann'))[0]).toBe(404);
  });
});

describe('the administrator', () => {
  it('is told which actions are impossible', async () => {
    expect((await setStatus('nobody', 'accepted')).text).toContain('There is no application nobody.');
    const id = await create(null);
    expect((await setStatus(id, 'published')).status).toBe(400);
    expect((await steer('locks', { type: 'journal' })).status).toBe(400);
    expect((await steer('timing', { jobDelay: 5 })).status).toBe(400);
  });
});

describe('bulk', () => {
  it('creates all or, if one is refused, none', async () => {
    const other = { pissn: '3030-3036', eissn: '4040-4048' };
    const refused = await call('POST', 'bulk/applications', 'ann', [
      proposal(null),
      proposal(null, { ...other, boai: false }),
    ]);
    expect(outcome(refused)).toEqual([
      400,
      'The following validation errors were received: bibjson.boai : You must enter y',
    ]);
    expect(await state('applications')).toEqual([]);
    const { status, json } = await call('POST', 'bulk/applications', 'ann', [
      proposal(null),
      proposal(null, other),
    ]);
    expect(status).toBe(201);
    const ids = (await state('applications')).map((one: Json) => one.id);
    expect(json).toEqual(
      ids.map((id: string) => ({ status: 'created', id, location: `/api/v4/applications/${id}` })),
    );
  });

  it('keeps the first of two Update Requests for one journal, which makes the second fail', async () => {
    const answer = await call('POST', 'bulk/applications', 'ann', [proposal('j1'), proposal('j1')]);
    expect(answer.error).toContain('in a short period of time');
    expect(await state('applications')).toHaveLength(1);
  });

  it('deletes all, or reports the first that cannot be deleted', async () => {
    const [first, second] = [await create(null), await create('j1')];
    const remove = (ids: unknown) => call('DELETE', 'bulk/applications', 'ann', ids);
    expect((await remove([first, 'nobody'])).error).toBe(
      'Id nobody does not exist or does not belong to this user account',
    );
    await setStatus(second, 'ready');
    expect((await remove([first, second])).error).toBe(
      `Id ${second} is not in a state which allows it to be deleted`,
    );
    expect(await state('applications')).toHaveLength(2);
    await setStatus(second, 'update_request');
    expect((await remove([first, second])).status).toBe(204);
    expect(await state('applications')).toEqual([]);
    expect((await remove([])).status).toBe(204);
  });
});

describe('version 3.0.1', () => {
  const post = (record: unknown) => call('POST', 'applications', 'ann', record, '3.0.1');
  const { pissn: _, eissn: __, ...withoutIssns } = sample;

  it.each([
    [{}, "Field 'contact' is required but not present at '[root]admin.'"],
    [null, "Field 'contact' is required but not present at '[root]admin.'"],
    [{ contact: {} }, "Field 'name' is required but not present at '[root]admin.contact.'"],
    [
      { contact: { name: 'Ann', email: '' } },
      "Field 'email' is required but not present at '[root]admin.contact.'",
    ],
    [{ contact: 'Ann' }, "Expected dict at '[root]admin.contact' but found '<class 'str'>'"],
    [{ contact: { ...person, phone: '1' } }, "Field 'phone' is not permitted at '[root]admin.contact.'"],
  ])('refuses a new application with the administration %j', async (admin, error) => {
    expect(outcome(await post({ admin, bibjson: sample }))).toEqual([400, error]);
  });

  it('accepts ISSNs as a list of identifiers or flat, and returns them as a list', async () => {
    const identifier = [
      { type: 'pissn', id: '30303036' },
      { type: 'eissn', id: '4040-4048' },
    ];
    const { status, json } = await post({
      admin: { contact: person },
      bibjson: { ...withoutIssns, identifier },
    });
    expect(status).toBe(201);
    const shown = (await call('GET', `applications/${json.id}`, 'ann', undefined, '3.0.1')).json;
    expect(shown.bibjson.identifier).toEqual([
      { type: 'pissn', id: '3030-3036' },
      { type: 'eissn', id: '4040-4048' },
    ]);
    expect(shown.bibjson).not.toHaveProperty('pissn');
    expect(shown.admin.contact).toEqual(person);
    const deployed = (await call('GET', `applications/${json.id}`, 'ann')).json;
    expect(deployed.bibjson).toMatchObject({ pissn: '3030-3036', eissn: '4040-4048' });
    expect(deployed.admin).not.toHaveProperty('contact');
    expect((await call('PUT', `applications/${json.id}`, 'ann', shown, '3.0.1')).status).toBe(204);
    expect((await call('PUT', `applications/${json.id}`, 'ann', deployed)).status).toBe(204);
    expect((await stored(json.id)).admin.contact).toEqual(person);
    expect((await post({ admin: { contact: person }, bibjson: withoutIssns })).error).toContain(
      "Field 'eissn' is required",
    );
    expect(
      (await post({ admin: { contact: person }, bibjson: { ...withoutIssns, identifier: 'x' } })).error,
    ).toContain("Expecting list at '[root]bibjson.identifier'");
    expect(
      (await post({ admin: { contact: person }, bibjson: { ...withoutIssns, identifier: [] } })).error,
    ).toContain('You must specify at least one of bibjson.pissn and bibjson.eissn');
  });

  it('ignores the contact in an Update Request', async () => {
    for (const contact of [person, 'Ann', {}, null]) {
      later();
      expect((await post(proposal('j1', {}, { contact }))).status).toBe(201);
    }
    expect((await state('applications'))[0].admin).not.toHaveProperty('contact');
  });

  it('allows changes to an Update Request until an administrator picked it up', async () => {
    await restart({ checksDelayMs: 5000 });
    const id = await create('j1');
    later();
    const put = () => call('PUT', `applications/${id}`, 'ann', proposal('j1'), '3.0.1');
    await setStatus(id, 'post_submission_review');
    expect((await put()).status).toBe(204);
    expect((await stored(id)).admin.application_status).toBe('update_request');
    await setStatus(id, 'in progress');
    later();
    expect((await put()).status).toBe(403);
    expect((await call('DELETE', `applications/${id}`, 'ann', undefined, '3.0.1')).status).toBe(403);
  });
});

describe('persistence over restarts', () => {
  it('includes applications, their checks, and their effect on journals', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sandbox-applications-'));
    const stateFile = join(folder, 'state.jsonl');
    await restart({ stateFile, checksDelayMs: 5000 });
    const [kept, gone] = [await create('j1'), await create(null)];
    await setStatus(gone, 'pending');
    await call('DELETE', `applications/${gone}`, 'ann');
    const before = [await state('applications'), await state('journals')];
    await restart({ stateFile, checksDelayMs: 5000 });
    expect([await state('applications'), await state('journals')]).toEqual(before);
    later(5);
    await setStatus(kept, 'accepted');
    // Enough changes that the file is rewritten at the next start.
    for (let round = 0; round < 120; round += 1) await setStatus(kept, 'accepted');
    const after = [await state('applications'), await state('journals')];
    await restart({ stateFile, checksDelayMs: 5000 });
    await restart({ stateFile, checksDelayMs: 5000 });
    expect([await state('applications'), await state('journals')]).toEqual(after);
    await steer('reset', undefined);
    expect(await state('applications')).toEqual([]);
    await restart({ stateFile });
    expect(await state('applications')).toEqual([]);
    rmSync(folder, { recursive: true });
  });
});

describe('search', () => {
  const search = async (query: string, account = 'ann', rest = '') => {
    const url = `${sandbox.directory['4.0']}search/applications/${encodeURIComponent(query)}?api_key=key-${account}${rest}`;
    return (await ask(url)).json;
  };

  it('finds only own applications, and does not distinguish Update Requests', async () => {
    const ids = [await create('j1'), await create(null)];
    const { results, total } = await search('*', 'ann', '&sort=id.exact:asc');
    expect(total).toBe(2);
    expect(results.map((hit: Json) => hit.id)).toEqual(ids.sort());
    for (const hit of results) {
      expect(Object.keys(hit).sort()).toEqual(['admin', 'bibjson', 'created_date', 'id', 'last_updated']);
      expect(hit.admin.application_type).toBe('new_application');
      expect(Object.keys(hit.admin).sort()).toEqual(['application_status', 'application_type']);
    }
    expect((await search('*', 'ben')).total).toBe(0);
    expect((await search('issn:1234-5679')).total).toBe(1);
    expect((await search('title:journal AND license:"CC BY"')).total).toBe(2);
    expect((await search('publisher:alpha')).total).toBe(0);
    expect((await search('bibjson.publisher.name:alpha')).total).toBe(2);
    expect((await search('admin.application_status.exact:pending')).total).toBe(1);
  });

  it('shows a write only after the index delay, while it can be read by id at once', async () => {
    await restart({ indexDelayMs: 1000 });
    const id = await create(null);
    expect((await search('*')).total).toBe(0);
    expect((await call('GET', `applications/${id}`, 'ann')).status).toBe(200);
    later(1);
    expect((await search('*')).total).toBe(1);
    await call('DELETE', `applications/${id}`, 'ann');
    expect((await search('*')).total).toBe(1);
    later(1);
    expect((await search('*')).total).toBe(0);
  });

  it('pages through the articles of a journal and year by id', async () => {
    const articles = Array.from({ length: 250 }, (_, n) => ({
      id: (n * 7919 + 65536).toString(16).padStart(32, n % 2 ? 'f' : '0'),
      admin: { in_doaj: true },
      bibjson: {
        title: `Article ${n}`,
        year: n % 5 ? '2024' : '2023',
        journal: { issns: ['1234-5679', '2345-6787'] },
      },
    }));
    await steer('world', { ...world, articles });
    const seen: string[] = [];
    for (let last = ''; ; last = seen.at(-1)!) {
      const range = last === '' ? '' : ` AND id.exact:{${last} TO g}`;
      const query = `issn:1234-5679 AND bibjson.year:2024${range}`;
      const { json } = await ask(
        `${sandbox.directory['4.0']}search/articles/${encodeURIComponent(query)}?pageSize=60&sort=id.exact:asc`,
      );
      if (json.results.length === 0) break;
      seen.push(...json.results.map((hit: Json) => hit.id));
    }
    const wanted = articles.filter(({ bibjson }) => bibjson.year === '2024').map(({ id }) => id);
    expect(seen).toEqual(wanted.sort());
  });
});
