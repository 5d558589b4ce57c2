import { describe, expect, test } from 'vitest';
import {
  answer,
  dropped,
  setNumber,
  setText,
  tick,
  tickLicence,
  withoutNo,
} from '../../../../src/renderer/parts/application/applicationEdits.ts';
import type { DraftRecord } from '../../../../src/shared/draft/draft.ts';
import { getAt, removeAt, setAt } from '../../../../src/shared/draft/fieldPath.ts';
import { readText, splice } from '../../../../src/shared/draft/recordEdits.ts';

const record: DraftRecord = {
  admin: {},
  bibjson: {
    waiver: { has_waiver: true, url: 'https://example.org/waiver' },
    plagiarism: { detection: true, url: 'https://example.org/plagiarism' },
    preservation: {
      has_preservation: true,
      service: ['CLOCKSS', 'Our server'],
      url: 'https://example.org/archive',
    },
  },
};

describe('an answer in the form', () => {
  test('of "no" clears the fields that belong to "yes", and can be undone as a whole', () => {
    const path = 'bibjson.preservation.has_preservation';
    const lost = dropped(record, path);
    expect(lost).toEqual(['bibjson.preservation.service', 'bibjson.preservation.url']);
    const no = answer(record, path, false);
    expect(getAt(no, 'bibjson.preservation')).toEqual({ has_preservation: false });
    expect(withoutNo(no, record, path)).toEqual(record);
  });

  test('of "no" that is undone later leaves what was typed since', () => {
    const path = 'bibjson.preservation.has_preservation';
    const yes = answer(answer(record, path, false), path, true);
    const typed = setAt(yes, 'bibjson.preservation.service', ['LOCKSS']);
    expect(getAt(withoutNo(typed, record, path), 'bibjson.preservation')).toEqual({
      has_preservation: true,
      service: ['LOCKSS'],
      url: 'https://example.org/archive',
    });
  });

  test('of "no" to a question without an answer leaves it unanswered when it is undone', () => {
    const path = 'bibjson.preservation.has_preservation';
    const before = removeAt(record, path);
    expect(withoutNo(answer(before, path, false), before, path)).toEqual(before);
  });

  test('of "no" keeps a required member, empty', () => {
    const no = answer(record, 'bibjson.plagiarism.detection', false);
    expect(getAt(no, 'bibjson.plagiarism')).toEqual({ detection: false, url: '' });
  });

  test('of "yes" changes nothing else', () => {
    expect(answer(record, 'bibjson.waiver.has_waiver', true)).toEqual(record);
  });

  test('that the licence is not shown clears the example', () => {
    const shown = {
      bibjson: { article: { license_display: ['Embed'], license_display_example_url: 'https://x.org/1' } },
    };
    expect(answer(shown, 'bibjson.article.license_display', ['No'])).toEqual({
      bibjson: { article: { license_display: ['No'] } },
    });
  });
});

describe('a number', () => {
  test('is stored as a number, and other input as typed', () => {
    expect(getAt(setNumber(record, 'bibjson.oa_start', '2012'), 'bibjson.oa_start')).toBe(2012);
    expect(getAt(setNumber(record, 'bibjson.oa_start', '20l2'), 'bibjson.oa_start')).toBe('20l2');
    expect(readText(setNumber(record, 'bibjson.oa_start', '2012'), 'bibjson.oa_start')).toBe('2012');
    expect(setNumber(record, 'bibjson.oa_start', '')).toBe(record);
  });
});

describe('a text', () => {
  test('that is cleared removes the member, unless the directory requires it', () => {
    expect(getAt(setText(record, 'bibjson.waiver.url', ''), 'bibjson.waiver')).toEqual({ has_waiver: true });
    expect(getAt(setText(record, 'bibjson.plagiarism.url', ''), 'bibjson.plagiarism.url')).toBe('');
  });

  test('that is unchanged changes nothing', () => {
    expect(setText(record, 'bibjson.waiver.url', 'https://example.org/waiver')).toBe(record);
  });
});

describe('a ticked option', () => {
  const path = 'bibjson.preservation.service';
  const order = ['CINES', 'CLOCKSS', 'LOCKSS'];

  test('is put in the listed order, with unlisted values after it', () => {
    const two = tick(record, path, 'LOCKSS', true, order);
    expect(getAt(two, path)).toEqual(['CLOCKSS', 'LOCKSS', 'Our server']);
    const three = tick(two, path, 'CINES', true, order);
    expect(getAt(three, path)).toEqual(['CINES', 'CLOCKSS', 'LOCKSS', 'Our server']);
    expect(getAt(tick(three, path, 'CLOCKSS', false, order), path)).toEqual([
      'CINES',
      'LOCKSS',
      'Our server',
    ]);
  });

  test('occurs once however often it is ticked', () => {
    const twice = tick(tick(record, path, 'CLOCKSS', true, order), path, 'CLOCKSS', true, order);
    expect(getAt(twice, path)).toEqual(['CLOCKSS', 'Our server']);
  });

  test('replaces a value of another type by a list', () => {
    expect(tick({ bibjson: { preservation: 'x' } }, path, 'CINES', true, order)).toEqual({
      bibjson: { preservation: { service: ['CINES'] } },
    });
  });
});

test('for a licence is an entry of its own, and the data of other entries stays', () => {
  const order = ['CC BY', 'CC BY-SA', 'CC0'];
  const one: DraftRecord = {
    bibjson: { license: [{ type: 'CC0', url: 'https://x.org' }, { type: 'House' }] },
  };
  const two = tickLicence(one, 'CC BY', true, order);
  expect(getAt(two, 'bibjson.license')).toEqual([
    { type: 'CC BY' },
    { type: 'CC0', url: 'https://x.org' },
    { type: 'House' },
  ]);
  expect(tickLicence(two, 'CC BY', false, order)).toEqual(one);
});

test('entries of a list are added and removed by index', () => {
  const path = 'bibjson.preservation.service';
  const more = splice(record, path, 1, 0, ['Portico']);
  expect(getAt(more, path)).toEqual(['CLOCKSS', 'Portico', 'Our server']);
  expect(splice(more, path, 1, 1, [])).toEqual(record);
});
