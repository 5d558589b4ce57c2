import { expect, test } from 'vitest';
import { applicationView } from '../../../src/main/outbox/applications/applicationView.ts';
import { explainApplication } from '../../../src/main/outbox/applications/explainApplication.ts';
import { setAt } from '../../../src/shared/draft/fieldPath.ts';
import { literal } from '../../../src/shared/message.ts';
import { openAnsweredApplications } from '../../helpers/answeredApplications.ts';
import { newApplication } from '../../helpers/applicationRecords.ts';
import { saying } from '../../helpers/saying.ts';
import { textOf } from '../../helpers/textOf.ts';

const at = '2026-03-01T00:00:00.000Z';
const form = 'The following validation errors were received: ';
const keywords = "bibjson.keywords : You may not enter 'quality' in this field";
const aims = 'bibjson.ref.aims_scope : Please enter a valid URL.';

function open() {
  const parts = openAnsweredApplications();
  const { store, rules } = parts;
  const row = parts.addNew({ attempts: 2 });
  const explain = (words: string, code: 'locked' | null = null) =>
    explainApplication(rules, row, row.record, { words, status: 400, reference: 'r' }, { code, at });
  const view = () => applicationView(store, rules, store.get(row.id));
  /** The findings of a window, after the directory refused the present content. */
  const findingsAfter = (words: string, code?: 'refused' | 'locked') => {
    const { hash } = store.get(row.id);
    store.change(row.id, { refusal: { ...explain(words), code: code ?? 'refused' }, refusalHash: hash });
    return view().findings;
  };
  return { ...parts, row, explain, view, findingsAfter };
}

test('a refusal names the first field, and how many more there are', () => {
  const { explain } = open();
  const told = { code: 'refused', status: 400, reference: 'r', uploadId: null, at };
  const one = explain(form + keywords);
  expect(one).toMatchObject({ ...told, path: 'bibjson.keywords', words: form + keywords });
  expect(textOf(one.message)).not.toContain(' more');
  const two = explain(form + keywords + aims);
  expect(two).toMatchObject({ path: 'bibjson.keywords', help: one.help });
  expect(textOf(two.message)).toBe(`${textOf(one.message)} And 1 more.`);
  expect(textOf(explain(`${form}${keywords}${aims}publisher_name : No.`).message)).toContain(' And 2 more.');
});

test('a refusal without a field is explained in our words', () => {
  expect(open().explain('Never.')).toEqual({
    ...{ path: '', code: 'refused', words: 'Never.', status: 400, reference: 'r', uploadId: null, at },
    message: saying('The directory did not accept the application.'),
    help: saying(/original message is under Details/),
  });
});

test('a reason of our own counts more than the words of the directory', () => {
  const locked = open().explain(form + keywords, 'locked');
  expect(locked).toMatchObject({ path: '', code: 'locked', words: form + keywords });
  expect(textOf(locked.message)).toMatch(/^The directory did not accept the application after 2 attempts/);
});

test('objections of the directory are findings until the draft is edited', () => {
  const { findingsAfter, view, store, row, rules } = open();
  expect(view().findings).toEqual([]);
  expect(findingsAfter(form + keywords + aims)).toMatchObject([
    { severity: 'error', path: 'bibjson.keywords', code: 'refused-by-directory', help: saying(/./) },
    { severity: 'error', path: 'bibjson.ref.aims_scope', code: 'refused-by-directory' },
  ]);
  // A record that is only locked has no errors.
  expect(findingsAfter(form + keywords, 'locked')).toEqual([]);
  findingsAfter(form + keywords);
  const edited = setAt(row.record, 'bibjson.oa_start', 2016);
  store.save({ id: row.id, version: row.version, derived: rules.derive('a', edited, null), at });
  expect(view().findings).toEqual([]);
});

test('an objection that our rules already report is shown once', () => {
  const { findingsAfter, store, row, rules, view } = open();
  const broken = setAt(row.record, 'bibjson.oa_start', 1200);
  store.save({ id: row.id, version: row.version, derived: rules.derive('a', broken, null), at });
  const [ours, ...others] = view().findings;
  expect([ours?.path, others]).toEqual(['bibjson.oa_start', []]);
  const found = findingsAfter(`${form}bibjson.oa_start : Too early.${keywords}bibjson.language : No.`);
  expect(found.map(({ path, code }) => [path, code])).toEqual([
    ['bibjson.oa_start', ours?.code],
    ['bibjson.keywords', 'refused-by-directory'],
    ['bibjson.language', 'refused-by-directory'],
  ]);
});

test('the same words about another field, or other words about the same field, are shown', () => {
  const { findingsAfter, store, row, rules } = open();
  findingsAfter(`${form}bibjson.keywords : No.`);
  const foundBesides = (path: string, words: string) => {
    const findings = [{ severity: 'warning', path, code: 'x', message: literal(words), help: null } as never];
    const own = { ...rules, derive: () => ({ ...rules.derive('a', row.record, null), findings }) };
    return applicationView(store, own, store.get(row.id)).findings.length - 1;
  };
  expect(foundBesides('bibjson.keywords', 'No.')).toBe(0);
  expect(foundBesides('bibjson.language', 'No.')).toBe(1);
  expect(foundBesides('bibjson.keywords', 'Never.')).toBe(1);
});

test('a window sees what the directory stored differently, and nothing of the queue', () => {
  const { view, store, row } = open();
  store.change(row.id, { sent: newApplication() });
  expect(view().differences).toEqual([]);
  store.change(row.id, { stored: setAt(newApplication(), 'bibjson.oa_start', 2000) });
  expect(view().differences).toEqual([{ path: 'bibjson.oa_start', before: 2012, after: 2000 }]);
  store.change(row.id, { sent: null });
  const seen = view();
  expect(seen.differences).toEqual([]);
  const inside = [
    'hash',
    'sentHash',
    'refusalHash',
    'confirmedHash',
    'confirmedOpenId',
    'attempts',
    'dueMs',
    'seenIgnored',
    'attempt',
    'readMs',
  ];
  for (const name of [...inside, 'reads', 'mayBeSent', 'isCancelled']) expect(seen).not.toHaveProperty(name);
});

test('a window sees the timeline, and whether the directory takes changes', () => {
  const { view, store, writer, row } = open();
  writer.addEvent(row.id, { kind: 'created', message: literal('Begun.') });
  store.change(row.id, { status: 'review' });
  expect(view()).toMatchObject({
    timeline: [{ kind: 'created', message: literal('Begun.'), at: '2026-01-01T00:00:00.000Z' }],
    editable: { now: false },
  });
  store.change(row.id, { status: 'waiting' });
  expect(view().editable).toEqual({ now: true, why: null });
});
