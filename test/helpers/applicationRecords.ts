import type { DraftRecord } from '../../src/shared/draft/draft.ts';

/** A complete `bibjson` of a journal that the directory accepts, with flat ISSNs. */
export function fullBibjson(number = 1, more: DraftRecord = {}): DraftRecord {
  const site = `https://j${number}.example.org`;
  return {
    title: `Journal of Tests ${number}`,
    alternative_title: `Tests ${number}`,
    pissn: issnOf(number * 2),
    eissn: issnOf(number * 2 + 1),
    boai: true,
    oa_start: 2012,
    publication_time_weeks: 12,
    keywords: ['soil', 'water'],
    language: ['EN'],
    publisher: { name: 'Example Press', country: 'NL' },
    institution: { name: 'Institute of Tests', country: 'ES' },
    license: [
      {
        type: 'CC BY',
        BY: true,
        NC: false,
        ND: false,
        SA: false,
        url: 'https://creativecommons.org/licenses/by/4.0/',
      },
    ],
    article: { license_display: ['Embed'], license_display_example_url: `${site}/article/12` },
    copyright: { author_retains: true, url: `${site}/copyright` },
    editorial: { review_process: ['Peer review'], review_url: `${site}/review`, board_url: `${site}/board` },
    plagiarism: { detection: true, url: `${site}/plagiarism` },
    preservation: { has_preservation: true, service: ['CLOCKSS'], url: `${site}/archive` },
    deposit_policy: { has_policy: true, service: ['Open Policy Finder'], url: `${site}/deposit` },
    pid_scheme: { has_pid_scheme: true, scheme: ['DOI'] },
    apc: { has_apc: true, url: `${site}/fees`, max: [{ currency: 'EUR', price: 900 }] },
    waiver: { has_waiver: true, url: `${site}/waiver` },
    other_charges: { has_other_charges: false },
    ref: {
      journal: site,
      oa_statement: `${site}/oa`,
      aims_scope: `${site}/about`,
      author_instructions: `${site}/authors`,
      license_terms: `${site}/licence`,
    },
    ...more,
  };
}

/** A journal as stored by the directory. */
export function journalRecord(number: number, { owner = 'pub1', inDirectory = true } = {}) {
  return {
    id: `journal${number}`,
    created_date: '2020-01-01T00:00:00Z',
    last_updated: '2020-01-01T00:00:00Z',
    admin: { owner, in_doaj: inDirectory, ticked: true },
    bibjson: fullBibjson(number),
  };
}

/** A new application for a journal that is not in the directory. */
export function newApplication(number = 900, more: DraftRecord = {}): DraftRecord {
  return {
    admin: { contact: { name: 'Ana Ejemplo', email: 'ana@example.org' } },
    bibjson: fullBibjson(number, more),
  };
}

/** An ISSN with a valid check digit. */
export function issnOf(number: number): string {
  const digits = String(1_000_000 + number);
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (8 - at), 0);
  const check = (11 - (sum % 11)) % 11;
  return `${digits.slice(0, 4)}-${digits.slice(4)}${check === 10 ? 'X' : check}`;
}
