import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  journalSections,
  type RecordSection,
} from '../../../../src/renderer/parts/journal/journalSections.ts';
import { formatDay } from '../../../../src/renderer/state/format.ts';
import type { DraftRecord } from '../../../../src/shared/draft/draft.ts';
import { getAt } from '../../../../src/shared/draft/fieldPath.ts';
import { t } from '../../../../src/shared/i18n/i18n.ts';

const world = JSON.parse(readFileSync('resources/sandboxWorld.json', 'utf8')) as { journals: DraftRecord[] };

/** Values of the field with that path as text; undefined if the field is not shown. */
function shown(sections: readonly RecordSection[], path: string): string[] | undefined {
  const field = sections.flatMap(({ fields }) => fields).find((one) => one.path === path);
  return field?.values.map(({ text }) => text);
}

function sectionsOf(bibjson: DraftRecord, around: DraftRecord = {}) {
  return journalSections({ ...around, bibjson });
}

describe('a journal record as text', () => {
  test('names countries, languages, licences and currencies', () => {
    const sections = sectionsOf({
      publisher: { name: 'Compass Rose Press', country: 'NL' },
      institution: { name: 'University of Delft', country: 'BE' },
      language: ['EN', 'NL'],
      license: [{ type: 'CC BY', BY: true, url: 'https://creativecommons.org/licenses/by/4.0/' }],
      apc: { has_apc: true, max: [{ currency: 'EUR', price: 1200 }] },
    });
    expect(shown(sections, 'bibjson.publisher.country')).toEqual(['Netherlands']);
    expect(shown(sections, 'bibjson.institution.country')).toEqual(['Belgium']);
    expect(shown(sections, 'bibjson.language')).toEqual(['English', 'Dutch']);
    expect(shown(sections, 'bibjson.license')).toEqual(['CC BY']);
    expect(shown(sections, 'bibjson.apc.max')).toEqual(['1,200 EUR (Euro)']);
    expect(shown(sections, 'bibjson.apc.has_apc')).toEqual([t('common.yes')]);
  });

  test('keeps unknown codes as the directory wrote them', () => {
    const sections = sectionsOf({
      publisher: { name: 'Old Press', country: 'Yugoslavia' },
      language: ['Esperantido'],
      license: [{ type: 'Not CC-like' }],
      apc: { has_apc: true, max: [{ currency: 'DEM', price: '300' }] },
    });
    expect(shown(sections, 'bibjson.publisher.country')).toEqual(['Yugoslavia']);
    expect(shown(sections, 'bibjson.language')).toEqual(['Esperantido']);
    expect(shown(sections, 'bibjson.license')).toEqual(['Not CC-like']);
    expect(shown(sections, 'bibjson.apc.max')).toEqual(['300 DEM']);
  });

  test('explains the terms of a publisher’s own licence', () => {
    const [section] = sectionsOf({
      license: [{ type: "Publisher's own license", BY: true, NC: true, ND: false, SA: false }],
    }).filter(({ name }) => name === 'licences');
    const [licence] = section!.fields[0]!.values;
    expect(licence!.text).toContain(t('journals.licenceMark.BY'));
    expect(licence!.text).toContain(t('journals.licenceMark.NC'));
    expect(licence!.text).not.toContain(t('journals.licenceMark.ND'));
  });

  test('reads both formats of ISSNs alike', () => {
    const list = sectionsOf({
      title: 'A',
      identifier: [
        { type: 'pissn', id: '1734-6215' },
        { type: 'eissn', id: '2734-6226' },
      ],
    });
    const flat = sectionsOf({ title: 'A', pissn: '1734-6215', eissn: '2734-6226' });
    expect(shown(list, 'bibjson.pissn')).toEqual(['1734-6215']);
    expect(list).toEqual(flat);
  });

  test('makes links of web addresses only', () => {
    const sections = sectionsOf({
      ref: { journal: 'https://cartography.example.org', aims_scope: 'javascript:alert(1)' },
    });
    const fields = sections.flatMap(({ fields }) => fields);
    const home = fields.find(({ path }) => path === 'bibjson.ref.journal')!;
    const aims = fields.find(({ path }) => path === 'bibjson.ref.aims_scope')!;
    expect(home.values).toEqual([
      { text: 'https://cartography.example.org', href: 'https://cartography.example.org' },
    ]);
    expect(aims.values).toEqual([{ text: 'javascript:alert(1)' }]);
  });

  test('writes the same day in every time zone, and nothing for events that never happened', () => {
    const sections = sectionsOf(
      { discontinued_date: '2019-12-31' },
      {
        created_date: '2019-06-03T09:00:00Z',
        last_manual_update: '1970-01-01T00:00:00Z',
        admin: { last_full_review: '2025-02-11', ticked: false },
      },
    );
    expect(shown(sections, 'bibjson.discontinued_date')).toEqual([formatDay('2019-12-31')]);
    expect(shown(sections, 'admin.last_full_review')).toEqual([formatDay('2025-02-11')]);
    expect(shown(sections, 'created_date')).toEqual([formatDay('2019-06-03T09:00:00Z')]);
    expect(shown(sections, 'last_manual_update')).toEqual([t('journals.never')]);
    expect(shown(sections, 'admin.ticked')).toEqual([t('common.no')]);
  });

  test('says that an ordinary field is missing, and omits rare ones', () => {
    const sections = sectionsOf({ title: 'A' });
    expect(shown(sections, 'bibjson.oa_start')).toEqual([]);
    expect(shown(sections, 'bibjson.copyright.url')).toEqual([]);
    expect(shown(sections, 'bibjson.replaces')).toBeUndefined();
    expect(shown(sections, 'bibjson.waiver.url')).toBeUndefined();
  });

  test('shows unknown values of the directory beside the known ones', () => {
    const sections = sectionsOf(
      { title: 'A', rating: 5, editorial: { double_blind: true }, keywords: { odd: 'shape' } },
      { admin: { toc: 'x' }, es_type: 'journal' },
    );
    const other = sections.find(({ name }) => name === 'other')!;
    const found = Object.fromEntries(other.fields.map(({ path, values }) => [path, values[0]!.text]));
    expect(found).toEqual({
      'bibjson.rating': '5',
      'bibjson.editorial.double_blind': 'true',
      'bibjson.keywords': '{"odd":"shape"}',
      'admin.toc': 'x',
    });
  });

  test.each(world.journals.map((journal) => [getAt(journal, 'bibjson.title'), journal] as const))(
    'shows every value of %s, with a label for each field',
    (_title, journal) => {
      const sections = journalSections(journal);
      for (const { name, fields } of sections) {
        for (const { path, label } of fields) if (name !== 'other') expect(label).not.toBe(path);
      }
      // Members of a full copy of the directory that its responses never have.
      const other = sections.find(({ name }) => name === 'other')?.fields ?? [];
      expect(other.filter(({ path }) => path.startsWith('bibjson'))).toEqual([]);
    },
  );

  test('is empty for an empty record, and shows other types unchanged', () => {
    const filled = (record: unknown) =>
      journalSections(record as DraftRecord).flatMap(({ fields }) =>
        fields.filter(({ values }) => values.length > 0).map(({ path }) => path),
      );
    for (const empty of [{}, { bibjson: null }, { bibjson: [] }]) expect(filled(empty)).toEqual([]);
    const odd = filled({ bibjson: { license: 'CC BY', apc: 7, ref: 'x' } });
    expect(odd).toEqual(['bibjson.license', 'bibjson.apc', 'bibjson.ref']);
  });
});
