import type { ApplicationContext } from '../../../../src/shared/application/rules/applicationContext.ts';
import type { ApplicationFindingCode } from '../../../../src/shared/application/rules/codes.ts';
import type { DraftRecord } from '../../../../src/shared/draft/draft.ts';
import { contextFor, fullApplication, fullUpdate, withValues, world } from './sample.ts';

/** A record with one mistake and the finding that it must cause. */
export interface Case {
  code: ApplicationFindingCode;
  path: string;
  record: DraftRecord;
  context: ApplicationContext;
}

const b = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).map(([path, value]) => [`bibjson.${path}`, value]));

function made(record: DraftRecord, more: Partial<ApplicationContext>) {
  return { record, context: { ...contextFor(record), ...more } };
}

/** A new application with other values at these paths of `bibjson`. */
function changed(
  code: ApplicationFindingCode,
  path: string,
  values: Record<string, unknown>,
  more: Partial<ApplicationContext> = {},
): Case {
  return { code, path: `bibjson.${path}`, ...made(withValues(fullApplication, b(values)), more) };
}

/** The same with paths from the root. */
function outside(
  code: ApplicationFindingCode,
  path: string,
  values: Record<string, unknown>,
  more: Partial<ApplicationContext> = {},
): Case {
  return { code, path, ...made(withValues(fullApplication, values), more) };
}

/** An Update Request with other values. */
function update(
  code: ApplicationFindingCode,
  path: string,
  values: Record<string, unknown>,
  more: Partial<ApplicationContext> = {},
): Case {
  return { code, path, ...made(withValues(fullUpdate, values), more) };
}

const specified = { dialect: '3.0.1' as const };
const contact = { 'admin.contact': { name: 'Ada', email: 'ada@example.org' } };
const other = world.journals.find((journal: { id: string }) => journal.id === 'ur-full').bibjson;

/** A server with the present kinds of peer review. */
const bySides = { profile: { reviews: 'by-sides' } } as const;

/** One or more records for every rule; the reference and addenda state the directory's response to each. */
export const cases: Case[] = [
  { code: 'application-not-object', path: '', ...made([] as unknown as DraftRecord, {}) },
  outside('member-missing', 'admin', { admin: undefined }),
  outside('member-missing', 'bibjson', { bibjson: undefined }),
  changed('member-missing', 'editorial.review_url', { 'editorial.review_url': undefined }),
  outside('member-null', 'bibjson', { bibjson: null }),
  changed('member-null', 'copyright', { copyright: null }),
  outside('member-not-object', 'bibjson', { bibjson: [] }),
  changed('member-not-object', 'apc', { apc: 'x' }),
  changed('not-an-object', 'license[1]', { 'license[1]': null }),
  changed('not-a-list', 'keywords', { keywords: 'soils' }),
  outside('not-permitted', 'es_type', { es_type: 'application' }),
  outside('not-permitted', 'admin.contact', contact),
  changed('not-permitted', 'identifier', { identifier: [] }),
  changed('not-permitted', 'apc.max[0].amount', { 'apc.max[0].amount': null }),
  outside('application-date-unreadable', 'created_date', { created_date: '   ' }),
  outside('application-date-unreadable', 'admin.date_applied', { 'admin.date_applied': {} }),
  changed('application-date-unreadable', 'discontinued_date', { discontinued_date: 5 }),
  changed('boolean-unreadable', 'boai', { boai: 'yes' }),
  changed('boolean-unreadable', 'license[0].BY', { 'license[0].BY': 1 }),
  changed('number-unreadable', 'oa_start', { oa_start: '2,012' }),
  changed('number-unreadable', 'apc.max[0].price', { 'apc.max[0].price': 'EUR 900' }),
  changed('value-not-allowed', 'article.license_display[0]', { 'article.license_display': ['embed'] }),
  changed('value-not-allowed', 'labels[0]', { labels: ['S2O'] }),
  changed('script-tag', 'alternative_title', { alternative_title: 'a <script> b' }),
  changed('script-tag', 'keywords[0]', { keywords: ['<SCRIPT>'] }),
  changed('script-tag', 'institution.country', { 'institution.country': { a: 'x<script>' } }),
  outside('script-tag', 'id', { id: '<script>' }),
  changed('key-removed', 'alternative_title', { alternative_title: 'With [key-removed]' }),
  changed('not-text', 'publisher.name', { 'publisher.name': ['Alpha'] }),
  changed('text-too-long', 'title', { title: 'x'.repeat(33_000) }),
  changed('empty-entry', 'language[2]', { 'language[2]': null }),
  changed('empty-entry', 'pid_scheme.scheme[0]', { 'pid_scheme.scheme': ['', 'DOI'] }),
  changed('written-otherwise', 'publisher.country', { 'publisher.country': 'Netherlands' }),
  changed('written-otherwise', 'language[0]', { 'language[0]': 'English' }),
  changed('written-otherwise', 'apc.max[0].currency', { 'apc.max[0].currency': 'Euro' }),
  changed('written-otherwise', 'oa_start', { oa_start: '2012' }),
  changed('written-otherwise', 'title', { title: ' Soils ' }),
  changed('written-otherwise', 'pissn', { pissn: '88800121' }),
  changed('written-otherwise', 'pid_scheme.scheme[0]', { 'pid_scheme.scheme': ['doi'] }),
  changed('written-otherwise', 'waiver.has_waiver', { 'waiver.has_waiver': 'TRUE' }),
  changed('value-dropped', 'institution.name', { institution: { name: '  ' } }),
  changed('value-dropped', 'deposit_policy.is_registered', { 'deposit_policy.is_registered': true }),
  changed('title-caps', 'title', { title: 'JOURNAL OF IMAGINED SOILS' }),
  changed('text-markup', 'title', { title: 'Journal of <i>Soils</i>' }),
  changed('text-math', 'title', { title: 'Journal of $\\alpha$ soils' }),

  outside('ignored-by-directory', 'id', { id: 'mine' }),
  outside('ignored-by-directory', 'admin.owner', { 'admin.owner': 'somebody' }),
  changed('ignored-by-directory', 'subject', { subject: [{ scheme: 'LCC', code: 'Q', term: 'Science' }] }),
  changed('ignored-by-directory', 'labels', { labels: ['s2o'] }),
  update('ignored-journal-value', 'bibjson.title', { 'bibjson.title': 'Another title' }),
  update('ignored-journal-value', 'bibjson.alternative_title', { 'bibjson.alternative_title': 'Autre' }),
  update('ignored-journal-value', 'bibjson.pissn', { 'bibjson.pissn': 'bad' }),
  update('ignored-journal-value', 'bibjson.eissn', { 'bibjson.eissn': '' }),
  update('ignored-journal-value', 'bibjson.labels', { 'bibjson.labels': ['mirror'] }),
  update('ignored-journal-value', 'bibjson.is_replaced_by', { 'bibjson.is_replaced_by': ['1111-1119'] }),
  update('ignored-journal-unknown', 'bibjson.title', {}, { journal: undefined, journals: null }),
  update('ignored-contact', 'admin.contact.email', contact, specified),
  outside('contact-missing', 'admin.contact.name', {}, specified),
  outside(
    'contact-missing',
    'admin.contact.email',
    { 'admin.contact': { name: 'Ada', email: '' } },
    specified,
  ),
  outside(
    'contact-email-form',
    'admin.contact.email',
    { 'admin.contact': { name: 'A', email: 'ada' } },
    specified,
  ),
  update('journal-not-named', 'admin.current_journal', { 'admin.current_journal': '' }),
  update('journal-not-found', 'admin.current_journal', { 'admin.current_journal': 'nowhere' }),
  update('journal-was-withdrawn', 'admin.current_journal', { 'admin.current_journal': 'withdrawn' }),
  update('journal-not-yours', 'admin.current_journal', { 'admin.current_journal': 'other-owner' }),
  update(
    'journal-perhaps-not-yours',
    'admin.current_journal',
    {},
    {
      journals: [
        { id: 'ur-full', title: 'Deep Sea', pissn: null, eissn: null, inDirectory: true, mine: false },
        { id: 'own', title: 'Own', pissn: null, eissn: null, inDirectory: true, mine: true },
      ],
    },
  ),
  update('request-not-yours', 'admin.current_journal', {}, { request: { status: 'pending', mine: false } }),
  update('request-not-editable', 'admin.current_journal', {}, { request: { status: 'on hold', mine: true } }),
  update('value-cleared', 'bibjson.institution.name', { 'bibjson.institution': undefined }),
  update('value-cleared', 'bibjson.preservation.national_library', {
    'bibjson.preservation.national_library': undefined,
  }),

  outside(
    'review-renamed',
    'bibjson.editorial.review_process[0]',
    { 'bibjson.editorial.review_process': ['Anonymous peer review'] },
    bySides,
  ),
  outside(
    'review-blind',
    'bibjson.editorial.review_process[0]',
    { 'bibjson.editorial.review_process': ['Quite blind'] },
    bySides,
  ),
  outside('none-as-text', 'bibjson.institution.name', { 'bibjson.institution': { name: 'None' } }, bySides),
  changed('answer-missing', 'boai', { boai: undefined }),
  changed('answer-missing', 'waiver.has_waiver', { waiver: null }),
  changed('answer-missing', 'copyright.author_retains', { 'copyright.author_retains': undefined }),
  changed('answer-missing', 'publication_time_weeks', { publication_time_weeks: null }),
  changed('answer-not-yes', 'boai', { boai: false }),
  changed('answer-overruled', 'deposit_policy.has_policy', { 'deposit_policy.has_policy': false }),
  changed('answer-overruled', 'preservation.has_preservation', { 'preservation.service': ['CINES', 'none'] }),
  changed('ignored-by-answer', 'waiver.url', { 'waiver.has_waiver': false, 'waiver.url': 'x' }),
  changed('ignored-by-answer', 'apc.max', { 'apc.has_apc': false }),
  changed('ignored-by-answer', 'pid_scheme.scheme', { 'pid_scheme.has_pid_scheme': false }),
  changed('ignored-by-answer', 'article.license_display_example_url', { 'article.license_display': ['No'] }),
  changed('ignored-by-answer', 'preservation.url', {
    preservation: { has_preservation: false, url: 'https://example.org' },
  }),
  changed('address-missing', 'editorial.board_url', { 'editorial.board_url': undefined }),
  changed('address-missing', 'ref.journal', { 'ref.journal': '   ' }),
  changed('address-missing', 'apc.url', { 'apc.url': [] }),
  changed('address-missing', 'copyright.url', { 'copyright.author_retains': false, 'copyright.url': null }),
  changed('address-form', 'ref.aims_scope', { 'ref.aims_scope': 'soils.example.org/about' }),
  changed('address-form', 'ref.aims_scope', { 'ref.aims_scope': 'https://localhost' }),
  changed('address-not-text', 'plagiarism.url', { plagiarism: { detection: false, url: 0 } }),
  changed('number-range', 'oa_start', { oa_start: 2027 }),
  changed('number-range', 'oa_start', { oa_start: 0 }),
  changed('number-range', 'publication_time_weeks', { publication_time_weeks: 101 }),

  changed('journal-title-missing', 'title', { title: ' ' }),
  changed('journal-issn-missing', 'pissn', { pissn: '', eissn: '' }),
  changed('journal-issn-unreadable', 'eissn', { eissn: null }),
  update('journal-issn-unreadable', 'bibjson.pissn', { 'bibjson.pissn': 5 }),
  changed('journal-issn-unreadable', 'replaces[0]', { replaces: [{}] }),
  changed('journal-issn-form', 'pissn', { pissn: 'ISSN 8880-0121' }),
  changed('journal-issn-form', 'pissn', { pissn: '   ' }),
  changed('journal-issns-equal', 'eissn', { eissn: '88800121' }),
  changed('journal-issns-equal', 'pissn', { eissn: ' 8880-0121' }),
  changed('journal-issn-zeros', 'pissn', { pissn: '0000-0000', eissn: '' }),
  changed('journal-issn-check-digit', 'pissn', { pissn: '8880-0122' }),
  changed('issn-in-directory', 'eissn', { eissn: other.pissn }),
  outside(
    'identifier-ignored',
    'bibjson.identifier[0]',
    {
      ...contact,
      'bibjson.identifier': [
        { type: 'doi', id: 'x' },
        { type: 'pissn', id: '8880-0121' },
      ],
    },
    specified,
  ),
  changed('homepage-in-directory', 'ref.journal', { 'ref.journal': other.ref.journal }),
  changed('journal-keywords-missing', 'keywords', { keywords: [] }),
  changed('journal-keywords-missing', 'keywords', { keywords: [','] }),
  changed('journal-keywords-many', 'keywords', { keywords: ['a', 'b', 'c', 'd', 'e', 'f', 'g'] }),
  changed('journal-keywords-many', 'keywords', { keywords: ['a', 'b', 'c', 'd', 'e', 'f, g'] }),
  changed('keyword-stop', 'keywords[1]', { 'keywords[1]': ' Journal ' }),
  changed('keyword-case', 'keywords[0]', { 'keywords[0]': 'Hydrology' }),
  changed('keyword-split', 'keywords[0]', { 'keywords[0]': 'soil, water' }),
  changed('keyword-no-words', 'keywords[0]', { 'keywords[0]': '  ' }),
  changed('keyword-twice', 'keywords[3]', { 'keywords[3]': 'hydrology' }),
  changed('language-missing', 'language', { language: ['tlh'] }),
  changed('language-unknown', 'language[0]', { language: ['Deutsch'] }),
  changed('language-dropped', 'language[2]', { 'language[2]': 'grc' }),
  changed('language-twice', 'language[2]', { 'language[2]': 'eng' }),
  changed('publisher-missing', 'publisher.name', { 'publisher.name': ' ' }),
  changed('country-missing', 'publisher.country', { 'publisher.country': '' }),
  changed('country-unknown', 'publisher.country', { 'publisher.country': 'UK' }),
  changed('country-unknown', 'institution.country', { 'institution.country': ' ES' }),
  changed('names-equal', 'institution.name', { 'institution.name': ' Alpha Press' }),
  changed('institution-nameless', 'institution.country', { institution: { country: 'ES' } }),

  changed('licence-missing', 'license', { license: [] }),
  changed('licence-unknown', 'license[0].type', { license: [{ type: 'cc-by 4.0' }] }),
  changed('licence-unknown', 'license[0].type', { license: [{}] }),
  changed('licence-unknown', 'license[0].type', { license: [{ type: 'Publisher’s own license' }] }),
  changed('licence-recomputed', 'license[0].NC', { 'license[0].NC': true }),
  changed('licence-recomputed', 'license[0].url', { 'license[0].url': 'https://example.org/mine' }),
  changed('licence-twice', 'license[1]', { license: [{ type: 'CC BY' }, { type: 'CC BY' }] }),
  changed('display-missing', 'article.license_display', { article: {} }),
  changed('display-missing', 'article.license_display', { 'article.license_display': [] }),
  changed('display-alone', 'article.license_display', { 'article.license_display': ['Display'] }),
  changed('display-alone', 'article.license_display', { 'article.license_display': ['No', 'Display'] }),
  changed('display-dropped', 'article.license_display', { 'article.license_display': ['Display', 'Embed'] }),
  changed('charge-missing', 'apc.max', { 'apc.max': undefined }),
  changed('charge-incomplete', 'apc.max[0].price', {
    apc: { has_apc: false, url: 'https://a.org', max: [{ currency: 'EUR' }] },
  }),
  changed('charge-zero', 'apc.max[0].price', { 'apc.max[0].price': 0.5 }),
  changed('charge-negative', 'apc.max[0].price', { 'apc.max[0].price': -3 }),
  changed('charge-dropped', 'apc.max[2]', { 'apc.max[2]': { price: 3 } }),
  changed('currency-unknown', 'apc.max[0].currency', { 'apc.max[0].currency': '€' }),
  changed('currency-unknown', 'apc.max[0].currency', { 'apc.max[0].currency': 978 }),
  changed('currency-twice', 'apc.max[1].currency', { 'apc.max[1].currency': 'EUR' }),
  changed('currency-odd', 'apc.max[0].currency', { 'apc.max[0].currency': 'XXX' }),
  changed('choice-missing', 'editorial.review_process', { 'editorial.review_process': [] }),
  changed('choice-missing', 'pid_scheme.scheme', { pid_scheme: {} }),
  changed('choice-missing', 'preservation.service', { preservation: { has_preservation: true } }),
  changed('other-missing', 'deposit_policy.service', { 'deposit_policy.service': ['other'] }),
  changed('other-missing', 'pid_scheme.scheme[1]', { 'pid_scheme.scheme': ['DOI', ' '] }),
  changed('others-joined', 'preservation.service', { 'preservation.service': ['A', 'CINES', 'B'] }),
  changed('library-missing', 'preservation.national_library', {
    'preservation.service': ['national_library'],
    'preservation.national_library': undefined,
  }),
  changed('library-missing', 'preservation.national_library[0]', { 'preservation.national_library[0]': ' ' }),
  changed('reserved-word', 'pid_scheme.scheme[3]', { 'pid_scheme.scheme[3]': 'none' }),

  // Other forms of the same mistakes, for which another fix is offered, or none.
  changed('boolean-unreadable', 'boai', { boai: ' NO ' }),
  changed('boolean-unreadable', 'boai', { boai: 'nope' }),
  changed('boolean-unreadable', 'boai', { boai: 'yes?' }),
  changed('number-unreadable', 'oa_start', { oa_start: 'about 2012 or 2013' }),
  changed('number-unreadable', 'oa_start', { oa_start: [2012] }),
  changed('number-unreadable', 'apc.max[0].price', { 'apc.max[0].price': "CHF 1'200.00" }),
  changed('number-unreadable', 'apc.max[0].price', { 'apc.max[0].price': '1.200,50' }),
  changed('number-unreadable', 'apc.max[0].price', { 'apc.max[0].price': '12,34,56' }),
  changed('not-a-list', 'license', { license: 'CC BY' }),
  changed('not-a-list', 'keywords', { keywords: 7 }),
  changed('value-not-allowed', 'labels[0]', { labels: ['wibble'] }),
  changed('value-not-allowed', 'labels[0]', { labels: [' OJC '] }),
  changed('currency-unknown', 'apc.max[0].currency', { 'apc.max[0].currency': 'wibble' }),
  changed('language-unknown', 'language[0]', { 'language[0]': 'wibble' }),
  changed('language-unknown', 'language[0]', { 'language[0]': 7 }),
  changed('country-unknown', 'publisher.country', { 'publisher.country': 'wibble' }),
  changed('country-unknown', 'publisher.country', { 'publisher.country': 0 }),
  changed('country-unknown', 'publisher.country', { 'publisher.country': ['Spain'] }),
  changed('country-missing', 'publisher.country', { 'publisher.country': [] }),
  changed('country-missing', 'publisher.country', { 'publisher.country': [''] }),
  changed('country-missing', 'publisher.country', { 'publisher.country': {} }),
  changed('application-date-unreadable', 'discontinued_date', { discontinued_date: 'yesterday' }),
  outside('application-date-unreadable', 'admin.date_applied', { 'admin.date_applied': 'yesterday' }),
  changed('not-text', 'title', { title: true }),
  changed('script-tag', 'title', { title: '<script>' }),
  changed('text-markup', 'alternative_title', { alternative_title: '<b>Soils</b>' }),
  changed('text-markup', 'alternative_title', { alternative_title: 'Soils &wibble; seas' }),
  changed('address-missing', 'ref.aims_scope', { 'ref.aims_scope': [null] }),
  changed('address-missing', 'ref.aims_scope', { 'ref.aims_scope': { a: 1 } }),
  changed('address-not-text', 'ref.aims_scope', { 'ref.aims_scope': [5] }),
  changed('address-not-text', 'ref.aims_scope', { 'ref.aims_scope': true }),
  changed('address-form', 'ref.aims_scope', { 'ref.aims_scope': ['soils.example.org'] }),
  changed('address-form', 'ref.aims_scope', { 'ref.aims_scope': 'https://a b.org' }),
  changed('number-range', 'oa_start', { oa_start: 1899 }),
  changed('number-range', 'publication_time_weeks', { publication_time_weeks: 0 }),
  changed('keyword-stop', 'keywords[1]', { 'keywords[1]': 'soil, journal' }),
  changed('keyword-split', 'keywords[0]', { 'keywords[0]': 'soil,,water, ' }),
  changed('keyword-split', 'keywords[0]', { 'keywords[0]': 'a,b,c,d,e' }),
  changed('keyword-split', 'keywords[0]', { 'keywords[0]': { a: 'b, c' } }),
  changed('keyword-twice', 'keywords[1]', { keywords: ['a, soil', 'soil'] }),
  changed('empty-entry', 'keywords[0]', { 'keywords[0]': ',,' }),
  changed('journal-issn-unreadable', 'eissn', { eissn: ['8880-0121'] }),
  changed('journal-issn-form', 'eissn', { eissn: 'wibble' }),
  changed('journal-issn-zeros', 'eissn', { pissn: '', eissn: '00000000' }),
  changed('licence-unknown', 'license[0].type', { license: [{ type: 'wibble' }] }),
  changed('licence-unknown', 'license[0].type', { license: [{ type: 7 }] }),
  changed('licence-recomputed', 'license[0].url', {
    license: [{ type: "Publisher's own license", url: 'https://a.org' }],
  }),
  changed('licence-recomputed', 'license[1].url', {
    license: [{ type: 'CC BY' }, { type: "Publisher's own license", url: 'https://a.org' }],
  }),
  changed('other-missing', 'preservation.service', { 'preservation.service': ['CINES', 'other'] }),
  changed('others-joined', 'preservation.service', {
    'preservation.service': Array.from({ length: 21 }, (_, index) => `Archive ${index + 1}`),
  }),
  changed('written-otherwise', 'preservation.service[0]', { 'preservation.service': [' Own archive '] }),
  changed('written-otherwise', 'preservation.national_library[0]', {
    'preservation.national_library[0]': ' Biblioteca ',
  }),
  changed('empty-entry', 'preservation.national_library[0]', {
    'preservation.national_library': ['', 'Library'],
  }),
  changed('library-missing', 'preservation.national_library', { 'preservation.national_library': [''] }),
  changed('answer-overruled', 'preservation.has_preservation', {
    preservation: { has_preservation: false, service: ['CINES'], url: 'https://example.org' },
  }),
  changed('answer-overruled', 'pid_scheme.has_pid_scheme', {
    pid_scheme: { has_pid_scheme: true, scheme: ['none'] },
  }),
  changed('choice-missing', 'deposit_policy.service', { deposit_policy: { has_policy: true } }),
];
