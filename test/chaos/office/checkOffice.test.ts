import { describe, expect, test } from 'vitest';
import { type OfficeCheck, officeChecks } from '../problem.ts';
import { checkOffice } from './checkOffice.ts';
import type { Evidence, PersonEvidence } from './evidence.ts';

// Each check of an office must report a fault planted for it, and no other check may.

const account = 'an account';
const port = 8080;
const path = '/directory/api/v3/bulk/articles';
const row = (title: string) => JSON.stringify({ record: { bibjson: { title } }, sent_hash: 'hash' });

function person(name: string, more: Partial<PersonEvidence> = {}): PersonEvidence {
  return {
    person: name,
    rows: [{ id: 'one', kind: 'article', record: row('Present') }],
    waiting: 0,
    wasOutside: false,
    conflicts: 0,
    findings: ['4.0 changed r1'],
    saved: [],
    departures: [],
    outages: [],
    accounts: { [port]: account },
    ...more,
  };
}

/** Anna sent something, lost the lease to Ben, who sent as well; one of her titles lost a conflict. */
function correct(): Evidence {
  const stored = [
    [{ identifier: '10.1/1', content: 'first' }],
    [{ identifier: '10.1/1', content: 'second' }],
  ];
  return {
    people: [
      person('anna', {
        conflicts: 1,
        saved: [['{"bibjson":{"title":"Not chosen"}}'], ['{"bibjson":{"title":"Earlier"}}', '{}']],
        departures: [
          { from: 1_000, to: 1_001, port, path, method: 'POST' },
          { from: 1_500, to: 1_501, port, path: '/directory/api/v3/search', method: 'GET' },
          { from: 1_600, to: 1_601, port, path: '/directory/api/v3/applications/1', method: 'DELETE' },
        ],
      }),
      person('ben', { departures: [{ from: 30_000, to: 30_001, port, path, method: 'POST' }] }),
    ],
    records: [
      { id: 'one', record: row('Present'), deleted: false },
      { id: 'two', record: row('Deleted'), deleted: true },
    ],
    history: [
      { record: row('Earlier'), chosen: true },
      { record: row('Not chosen'), chosen: false },
    ],
    queue: 0,
    inFlight: 0,
    requests: [
      { account, token: 1, person: 'anna', at: 990 },
      { account, token: 2, person: 'ben', at: 29_990 },
    ],
    leases: [
      { account, token: 1, person: 'anna', at: 500 },
      { account, token: 2, person: 'ben', at: 29_000 },
    ],
    stored: [stored],
    keys: ['secret'],
    sql: {
      writes: [{ place: 'presence', row: '{"person":"mallory"}' }],
      reads: ['SELECT * FROM colophon.records LIMIT 5: [{"account_id":"an account"}]'],
      hidden: 'another account',
    },
    dump: 'COPY colophon.records',
  };
}

/** So many requests at once. */
const burst = (count: number, at = 60_000) =>
  Array.from({ length: count }, () => ({ from: at, to: at, port, path: '/directory/search', method: 'GET' }));

const faults: {
  check: OfficeCheck;
  says: string;
  plant: (evidence: Evidence, anna: PersonEvidence, ben: PersonEvidence) => void;
}[] = [
  {
    check: 'records differ',
    says: 'ben has another version of one',
    plant: (_, __, ben) => (ben.rows[0]!.record = row('Other')),
  },
  { check: 'records differ', says: 'ben lacks one', plant: (_, __, ben) => (ben.rows = []) },
  {
    check: 'records differ',
    says: 'The office lacks what anna has',
    plant: (_, anna) => anna.rows.push({ id: null, kind: 'article', record: row('Alone') }),
  },
  {
    check: 'records differ',
    says: 'The office lacks what anna has',
    plant: (_, anna) => anna.rows.push({ id: 'two', kind: 'article', record: row('Deleted') }),
  },
  { check: 'change not in the office', says: '2 changes of ben', plant: (_, __, ben) => (ben.waiting = 2) },
  {
    check: 'save lost in the office',
    says: 'What anna saved is nowhere',
    plant: (evidence) => evidence.history.shift(),
  },
  {
    check: 'left without consent',
    says: 'ben is outside the office',
    plant: (_, __, ben) => (ben.wasOutside = true),
  },
  {
    check: 'findings differ',
    says: 'ben does not know of "4.0 changed r1".',
    plant: (_, __, ben) => (ben.findings = []),
  },
  { check: 'conflict not shown', says: '0 conflicts were shown', plant: (_, anna) => (anna.conflicts = 0) },
  { check: 'office queue not empty', says: 'queue has 1', plant: (evidence) => (evidence.queue = 1) },
  { check: 'record still in flight', says: 'outcome of 3', plant: (evidence) => (evidence.inFlight = 3) },
  { check: 'key in the office', says: 'A key is in', plant: (evidence) => (evidence.dump += ' secret') },
  {
    check: 'article sent twice',
    says: 'Directory 0 got 10.1/1 twice',
    plant: ({ stored }) => (stored[0] = [stored[0]![0]!, stored[0]![0]!]),
  },
  {
    check: 'limit of one computer',
    says: '6 requests of anna left',
    plant: (_, anna) => {
      anna.departures.push(...burst(6));
      anna.outages = [{ from: 50_000, to: null }];
    },
  },
  {
    check: 'limit of all computers',
    says: '6 requests of all computers left',
    plant: (_, anna, ben) => {
      anna.departures.push(...burst(4));
      ben.departures.push(...burst(4));
    },
  },
  {
    check: 'stale fencing token',
    says: 'anna recorded a request with token 1 of anna, which was stale',
    plant: ({ requests }) => requests.push({ account, token: 1, person: 'anna', at: 29_500 }),
  },
  {
    check: 'stale fencing token',
    says: 'ben recorded a request with token 1 of anna',
    plant: ({ requests }) => requests.push({ account, token: 1, person: 'ben', at: 2_000 }),
  },
  {
    check: 'permission exceeded',
    says: 'mallory may only read and wrote into records: {"id":1}',
    plant: ({ sql }) => sql.writes.push({ place: 'records', row: '{"id":1}' }),
  },
  {
    check: 'permission exceeded',
    says: 'mallory may only read and wrote into presence: {"person":"anna"}',
    plant: ({ sql }) => sql.writes.push({ place: 'presence', row: '{"person":"anna"}' }),
  },
  {
    check: 'permission exceeded',
    says: 'mallory read something of a hidden account: SELECT account_id FROM colophon.queue',
    plant: ({ sql }) => sql.reads.push('SELECT account_id FROM colophon.queue: ["another account"]'),
  },
  {
    check: 'request without a lease',
    says: 'anna sent POST /directory/api/v3/bulk/articles without a record of it',
    plant: (_, anna) => anna.departures.push({ from: 2_000, to: 2_000, port, path, method: 'POST' }),
  },
  {
    check: 'request without a lease',
    says: 'after another one had the lease',
    plant: (evidence, anna) => {
      evidence.requests.splice(1, 0, { account, token: 1, person: 'anna', at: 28_000 });
      anna.departures.push({ from: 29_900, to: 29_900, port, path, method: 'POST' });
    },
  },
];

describe('In an office:', () => {
  test('a correct history passes every check', () => {
    expect(checkOffice(correct())).toEqual([]);
  });

  test('every check has a planted fault', () => {
    const planted = faults.map(({ check }) => check);
    expect(officeChecks.filter((check) => !planted.includes(check))).toEqual([]);
  });

  test.each(faults)('$check: $says', ({ check, says, plant }) => {
    const evidence = correct();
    plant(evidence, evidence.people[0]!, evidence.people[1]!);
    const found = checkOffice(evidence);
    expect(found.map(({ text }) => text).join('\n')).toContain(says);
    expect([...new Set(found.map((one) => one.check))]).toEqual([check]);
  });

  test('an unused permission is not a fault', () => {
    const evidence = correct();
    evidence.requests.splice(1, 0, { account, token: 1, person: 'anna', at: 28_900 });
    evidence.leases.push({ account, token: 3, person: 'anna', at: 31_000 });
    evidence.requests.push({ account, token: 3, person: 'anna', at: 32_000 });
    evidence.people[0]!.departures.push({ from: 32_001, to: 32_001, port, path, method: 'POST' });
    expect(checkOffice(evidence)).toEqual([]);
  });

  test('requests that overtake one another are not a fault', () => {
    const evidence = correct();
    evidence.leases.push({ account, token: 3, person: 'anna', at: 31_000 });
    for (const at of [32_000, 34_000]) evidence.requests.push({ account, token: 3, person: 'anna', at });
    for (const to of [34_100, 36_500])
      evidence.people[0]!.departures.push({ from: to, to, port, path, method: 'POST' });
    expect(checkOffice(evidence)).toEqual([]);
  });

  test('sending while a computer cannot reach the office, and sending again after another version or a deletion, are not faults', () => {
    const evidence = correct();
    const [anna, ben] = evidence.people as [PersonEvidence, PersonEvidence];
    anna.departures.push(...burst(4));
    anna.outages = [{ from: 59_000, to: 61_000 }];
    ben.departures.push(...burst(4));
    const [[first, second] = []] = evidence.stored;
    evidence.stored = [[first!, second!, first!, null, first!]];
    expect(checkOffice(evidence)).toEqual([]);
  });
});
