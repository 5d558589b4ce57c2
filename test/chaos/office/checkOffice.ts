import { checkLimit, type Passage } from '../invariants/checkLimit.ts';
import { contentOf } from '../model.ts';
import type { OfficeCheck, Problem } from '../problem.ts';
import { type Evidence, type PersonEvidence, sharedContentOf } from './evidence.ts';
import { limits } from './officeWorld.ts';
import { type SqlEvidence, sqlColleague } from './sqlColleague.ts';

/** The invariants of an office over all its computers together; returns what fails. */
export function checkOffice(evidence: Evidence): Problem[] {
  const { people, queue, inFlight, keys, dump } = evidence;
  const one = (check: OfficeCheck, isWrong: boolean, text: string) => (isWrong ? [{ check, text }] : []);
  return [
    ...people.flatMap((person) => checkRows(person, evidence)),
    ...people.flatMap((person) => checkSaves(person, evidence)),
    ...people.flatMap(({ person, wasOutside }) =>
      one('left without consent', wasOutside, `${person} is outside the office, and never confirmed that.`),
    ),
    ...checkConflicts(evidence),
    ...checkFindings(people),
    ...one('office queue not empty', queue > 0, `The office's queue has ${queue} records that nobody sends.`),
    ...one('record still in flight', inFlight > 0, `The outcome of ${inFlight} records is unknown.`),
    ...one(
      'key in the office',
      keys.some((key) => dump.includes(key)),
      'A key is in the database of the office.',
    ),
    ...checkSentTwice(evidence),
    ...checkLimits(evidence),
    ...checkTokens(evidence),
    ...people.flatMap((person) => checkLease(person, evidence)),
    ...checkPermissions(evidence.sql),
  ];
}

/** Who may only read one account wrote nothing but their own presence, and saw nothing of the other account. */
function checkPermissions({ writes, reads, hidden }: SqlEvidence): Problem[] {
  const isOwn = ({ place, row }: SqlEvidence['writes'][number]) =>
    place === 'presence' && (JSON.parse(row) as { person: string }).person === sqlColleague;
  return [
    ...writes
      .filter((write) => !isOwn(write))
      .map(
        ({ place, row }): Problem => ({
          check: 'permission exceeded',
          text: `${sqlColleague} may only read and wrote into ${place}: ${row.slice(0, 300)}`,
        }),
      ),
    ...reads
      .filter((read) => read.includes(hidden))
      .map(
        (read): Problem => ({
          check: 'permission exceeded',
          text: `${sqlColleague} read something of a hidden account: ${read.slice(0, 300)}`,
        }),
      ),
  ];
}

/** Everybody has what the office has, and nothing else. */
function checkRows({ person, rows, waiting }: PersonEvidence, { records }: Evidence): Problem[] {
  const problems: Problem[] = [];
  if (waiting > 0)
    problems.push({
      check: 'change not in the office',
      text: `${waiting} changes of ${person} are not in the office.`,
    });
  const there = new Map(records.filter(({ deleted }) => !deleted).map(({ id, record }) => [id, record]));
  const differ = (text: string) => problems.push({ check: 'records differ', text });
  for (const { id, kind, record } of rows) {
    const shared = id === null ? undefined : there.get(id);
    if (id === null || shared === undefined)
      differ(`The office lacks what ${person} has: ${record.slice(0, 300)}`);
    else {
      const [here, office] = [record, shared].map((text) =>
        sharedContentOf(kind as 'article' | 'application', text),
      );
      if (here !== office) differ(`${person} has another version of ${id}:\n  ${here}\n  ${office}`);
    }
    if (id !== null) there.delete(id);
  }
  for (const [id, record] of there) differ(`${person} lacks ${id}: ${record.slice(0, 300)}`);
  return problems;
}

/** The last version that each person saved is in the office: as the present one, or in the history. */
function checkSaves({ person, saved }: PersonEvidence, { records, history }: Evidence): Problem[] {
  const known = new Set(
    [...records, ...history].map(({ record }) =>
      contentOf((JSON.parse(record) as { record?: unknown }).record ?? null),
    ),
  );
  return saved
    .filter((contents) => !contents.some((content) => known.has(content)))
    .map(([content]) => ({
      check: 'save lost in the office',
      text: `What ${person} saved is nowhere in the office: ${content!.slice(0, 400)}`,
    }));
}

/** The history has as many versions that were not chosen as people saw conflicts. */
function checkConflicts({ people, history }: Evidence): Problem[] {
  const shown = people.reduce((sum, { conflicts }) => sum + conflicts, 0);
  const there = history.filter(({ chosen }) => !chosen).length;
  const text = `${shown} conflicts were shown, and ${there} are in the history.`;
  return shown === there ? [] : [{ check: 'conflict not shown', text }];
}

/** Everybody knows the same of what the directory did on its own. */
function checkFindings(people: readonly PersonEvidence[]): Problem[] {
  const all = [...new Set(people.flatMap(({ findings }) => findings))];
  return people.flatMap(({ person, findings }) =>
    all
      .filter((one) => !findings.includes(one))
      .map((one): Problem => ({ check: 'findings differ', text: `${person} does not know of "${one}".` })),
  );
}

/** Nobody sent what the directory had stored last for an article. */
function checkSentTwice({ stored }: Evidence): Problem[] {
  return stored.flatMap((requests, place) => {
    const last = new Map<string, string>();
    return requests.flatMap((request) => {
      // A DELETE has the article's id only.
      if (request === null) last.clear();
      return (request ?? []).flatMap(({ identifier, content }): Problem[] => {
        const isTwice = last.get(identifier) === content;
        last.set(identifier, content);
        const text = `Directory ${place} got ${identifier} twice with the same content: ${content.slice(0, 120)}`;
        return isTwice ? [{ check: 'article sent twice', text }] : [];
      });
    });
  });
}

/**
 * Each computer keeps the limit, and all together do. What left while a computer could not reach the office counts only
 * for itself.
 */
function checkLimits({ people }: Evidence): Problem[] {
  const ports = [...new Set(people.flatMap(({ departures }) => departures.map(({ port }) => port)))];
  const limit = { supply: [{ from: 0, perSecond: limits.perSecond }], burst: limits.burst };
  const inOrder = (passages: Passage[]) => passages.sort((a, b) => a.to - b.to);
  return ports.flatMap((port) => {
    const to = ({ departures }: PersonEvidence) => departures.filter((one) => one.port === port);
    const isCounted = ({ outages }: PersonEvidence, { from, to }: Passage) =>
      !outages.some((outage) => to >= outage.from && from <= (outage.to ?? Number.POSITIVE_INFINITY));
    const all = people.flatMap((person) => to(person).filter((one) => isCounted(person, one)));
    return [
      ...people.flatMap((person) =>
        checkLimit(inOrder(to(person)), limit, {
          check: 'limit of one computer',
          name: `of ${person.person} left for ${port}`,
        }),
      ),
      ...checkLimit(inOrder(all), limit, {
        check: 'limit of all computers',
        name: `of all computers left for ${port}`,
      }),
    ];
  });
}

/** No request was recorded with a token after a later holder had the lease, or by another person. */
function checkTokens({ requests, leases }: Evidence): Problem[] {
  return requests.flatMap(({ account, token, person, at }): Problem[] => {
    const ofAccount = leases.filter((lease) => lease.account === account);
    const holder = ofAccount.find((lease) => lease.token === token)?.person;
    const next = ofAccount.filter((lease) => lease.token > token).map((lease) => lease.at);
    const isStale = holder !== person || next.some((begun) => begun < at);
    const text = `${person} recorded a request with token ${token} of ${holder ?? 'nobody'}, which was stale.`;
    return isStale ? [{ check: 'stale fencing token', text }] : [];
  });
}

/** Milliseconds from a permission until its request leaves, at most, and for the clocks of both sides. */
const permissionLasts = 5_000;
const inexact = 20;

/** Every request that changes records left within a permission of its own, before anybody else had the lease. */
function checkLease(
  { person, departures, accounts }: PersonEvidence,
  { requests, leases }: Evidence,
): Problem[] {
  const unused = requests
    .filter((one) => one.person === person)
    .map(({ account, token, at }) => {
      const later = leases.filter((one) => one.account === account && one.token > token);
      const lost = Math.min(...later.map((one) => one.at));
      return { account, at, to: Math.min(at + permissionLasts, lost) + inexact, lost };
    });
  return departures.flatMap(({ to, port, method, path }): Problem[] => {
    // A person withdraws an application, which nobody else does at the same time.
    const isAnnounced =
      method !== 'GET' && !(method === 'DELETE' && /\/applications?\//.test(path)) && accounts[port];
    if (!isAnnounced) return [];
    const begun = unused.filter(({ account, at }) => account === accounts[port] && at - inexact <= to);
    // Not every permission was used. With the one that ends first, each request finds one if that is possible at all.
    const [permission] = begun.filter((one) => one.to >= to).sort((a, b) => a.to - b.to);
    if (permission) unused.splice(unused.indexOf(permission), 1);
    if (permission) return [];
    const isLate = begun.some(({ at, lost }) => at + permissionLasts >= to && lost < to);
    const last = begun.at(-1);
    const text = `${person} sent ${method} ${path} ${isLate ? 'after another one had the lease' : 'without a record of it'}; the last unused record is ${last ? `${Math.round(to - last.at)} ms older` : 'missing'}.`;
    return [{ check: 'request without a lease', text }];
  });
}
