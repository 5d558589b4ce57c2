import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Sandbox } from '../../src/sandbox/startSandbox.ts';
import { randomCases } from '../helpers/randomCases.ts';
import { ask, given, type Json, startQuick } from './sandboxClient.ts';

// The lines of the reference's section 5 and of its addenda, one by one, in a directory with two journals.

const sample = JSON.parse(given('directory/application-valid-full.json'));
const world = {
  accounts: [{ id: 'ann', roles: ['api', 'publisher'] }],
  journals: [
    journal('j1', true, { pissn: '1234-5679', eissn: '2345-6787' }),
    journal('j2', false, { pissn: '5678-9017' }),
  ],
};
let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startQuick(world);
});
afterAll(() => sandbox.stop());
beforeEach(() => ask(`${sandbox.origin}/_sandbox/reset`, 'POST'));

function journal(id: string, inDoaj: boolean, issns: object): object {
  const { pissn: _, eissn: __, ...bibjson } = structuredClone(sample.bibjson);
  bibjson.ref.journal = `https://${id}.example.org`;
  return {
    id,
    created_date: '2020-01-01T00:00:00Z',
    last_updated: '2020-01-01T00:00:00Z',
    admin: { in_doaj: inDoaj, owner: 'ann' },
    bibjson: { ...bibjson, title: `Journal ${id}`, ...issns },
  };
}

/** A valid new application with changed values: a dot-path below bibjson to a value; undefined removes the member. */
function changed(changes: Record<string, unknown>, admin: Json = {}): Json {
  const { bibjson } = structuredClone(sample);
  for (const [path, value] of Object.entries(changes)) {
    const steps = path.split('.');
    const last = steps.pop()!;
    const holder = steps.reduce((object, step) => {
      object[step] ??= {};
      return object[step];
    }, bibjson);
    if (value === undefined) delete holder[last];
    else holder[last] = value;
  }
  return { admin, bibjson };
}

interface Outcome {
  status: number;
  /** The message without the introduction of form errors and without function addresses. */
  error?: string;
  bibjson?: Json;
}

async function send(record: unknown): Promise<Outcome> {
  const answer = await ask(`${sandbox.directory['4.0']}applications?api_key=key-ann`, 'POST', record);
  const state = (await ask(`${sandbox.origin}/_sandbox/state?only=applications`)).json;
  return {
    status: answer.status,
    ...(answer.error === undefined
      ? {}
      : { error: answer.error.replace('The following validation errors were received: ', '') }),
    ...(answer.status === 201 ? { bibjson: state.applications.at(-1).bibjson } : {}),
  };
}

/** The value at a path below bibjson. */
function at(bibjson: Json, path: string): Json {
  return path.split('.').reduce((value, step) => value?.[step], bibjson);
}

const url = '<p><small>Please enter a valid URL. It should start with http or https</small></p>';
const price = 'Enter the value of the highest publishing fee the journal has charged';

describe('the structure', () => {
  const cases: [string, unknown, string][] = [
    ['an empty object', {}, "Field 'admin' is required but not present at '[root]'"],
    ['a list', [], "Expected a dict at '[root]' but found something else instead"],
    ['a text', '"x"', "Expected a dict at '[root]' but found something else instead"],
    [
      'an empty bibjson',
      { admin: {}, bibjson: {} },
      "Field 'copyright' is required but not present at '[root]bibjson.'",
    ],
    [
      'an unknown root member',
      { ...changed({}), flibble: 1 },
      "Field 'flibble' is not permitted at '[root]'",
    ],
    [
      'required before not permitted',
      changed({ editorial: { a: 1 } }),
      "Field 'review_process' is required but not present at '[root]bibjson.editorial.'",
    ],
    [
      'a contact',
      changed({}, { contact: { name: 'Ann', email: 'ann@example.org' } }),
      "Field 'contact' is not permitted at '[root]admin.'",
    ],
    [
      'a list of identifiers',
      changed({ identifier: [] }),
      "Field 'identifier' is not permitted at '[root]bibjson.'",
    ],
    [
      'a scalar before a sub-object',
      changed({ oa_start: 'x', copyright: {} }),
      "Coerce with '<function intify at 0x?>' failed on 'x' of type '<class 'str'>'",
    ],
    [
      'a sub-object before a list',
      changed({ language: ['xx'], apc: 'x' }),
      "Expected dict at '[root]bibjson.apc' but found '<class 'str'>'",
    ],
    [
      'an entry that is no object',
      changed({ 'apc.max': [{ currency: 'EUR', price: 1 }, 'x'] }),
      "Expected dict at '[root]bibjson.apc.max[1]' but got '<class 'str'>'",
    ],
    [
      'a member of an entry',
      changed({ license: [{ type: 'CC BY', foo: 1 }] }),
      "Field 'foo' is not permitted at '[root]bibjson.license[0].'",
    ],
    [
      'no list of keywords, after a list of languages',
      changed({ keywords: 5 }),
      "Expecting list at '[root]bibjson.keywords' but found something else '<class 'str'>'",
    ],
    [
      'a value outside a closed list',
      changed({ 'article.license_display': ['embed'] }),
      "Value 'embed' is not permitted at '.license_display'",
    ],
    [
      'a number outside a closed list',
      changed({ 'article.license_display': [5] }),
      "Value '5' is not permitted at '.license_display'",
    ],
    ['a label in capitals', changed({ labels: ['S2O'] }), "Value 'S2O' is not permitted at '.labels'"],
    [
      'null among licences',
      changed({ license: [null] }),
      "Expected dict at '[root]bibjson.license[0]' but got '<class 'NoneType'>'",
    ],
    [
      'a date of blanks',
      { ...changed({}), created_date: '   ' },
      "Coerce with '<function date_str.<locals>.datify at 0x?>' failed on '   ' of type '<class 'str'>'",
    ],
    [
      'an unknown currency',
      changed({ 'apc.max': [{ currency: 'rusty bottle caps', price: 1 }] }),
      "Coerce with '<function to_currency_code.<locals>.codify at 0x?>' failed on 'rusty bottle caps' of type '<class 'str'>'",
    ],
    [
      'a number for a currency',
      changed({ 'apc.max': [{ currency: 978, price: 1 }] }),
      "Coerce with '<function to_currency_code.<locals>.codify at 0x?>' failed on '978' of type '<class 'int'>'",
    ],
    [
      'a list for a boolean',
      changed({ boai: [null] }),
      "Coerce with '<function to_bool at 0x?>' failed on '[None]' of type '<class 'list'>'",
    ],
    [
      'a script tag',
      { ...changed({}), id: '<script>' },
      'Metadata contains <script> tag. Please remove any <script> tags from your metadata and try again.',
    ],
    [
      'equal ISSNs after filling up',
      changed({ pissn: '3030-3036', eissn: '30303036' }),
      'You must specify at least one of bibjson.pissn and bibjson.eissn, and they must be different',
    ],
    [
      'zeros and nothing',
      changed({ pissn: '0000-0000', eissn: '' }),
      'Print ISSN and Online ISSN should be different',
    ],
    [
      'a homepage of blanks, before the crash of empty keywords',
      changed({ 'ref.journal': '   ', keywords: [] }),
      'You must specify the journal homepage in bibjson.ref.journal',
    ],
    [
      'no copyright address',
      changed({ 'copyright.url': ' ' }),
      'In this context bibjson.copyright.url is required',
    ],
    [
      'seven keywords',
      changed({ keywords: [...'abcdefg'] }),
      'bibjson.keywords may only contain a maximum of 6 keywords',
    ],
  ];
  it.each(cases)('refuses %s', async (_what, record, error) => {
    expect(await send(record)).toEqual({ status: 400, error });
  });
});

describe('a crash of the service', () => {
  const cases: [string, unknown][] = [
    ['null', 'null'],
    ['a null bibjson', { admin: {}, bibjson: null }],
    ...['copyright', 'ref', 'plagiarism', 'article'].map((path): [string, unknown] => [
      `${path} null`,
      changed({ [path]: null }),
    ]),
    ['a null ISSN', changed({ pissn: null })],
    ['a number for an ISSN', changed({ pissn: 5 })],
    ['an object for an ISSN', changed({ eissn: {} })],
    ['an ISSN list among the replaced ones', changed({ replaces: [['x']] })],
    ['no keywords', changed({ keywords: [] })],
    ['only null for keywords', changed({ keywords: [null] })],
    ['null keywords', changed({ keywords: null })],
    ['no licence display', changed({ 'article.license_display': undefined })],
    ['an unanswered copyright', changed({ 'copyright.author_retains': null })],
    ['no copyright address at all', changed({ 'copyright.url': null })],
    ['an unanswered plagiarism question', changed({ 'plagiarism.detection': null })],
    ['no plagiarism address at all', changed({ 'plagiarism.url': null })],
    ['no weeks', changed({ publication_time_weeks: null })],
    [
      'an infinite number of weeks',
      JSON.stringify(changed({ publication_time_weeks: 77 })).replace('77', 'Infinity'),
    ],
    [
      'a fee without price',
      changed({ apc: { has_apc: false, url: 'https://a.example.org', max: [{ currency: 'EUR' }] } }),
    ],
    ['a number for an address', changed({ 'ref.aims_scope': 5 })],
    ['a number for an address that is not asked for', changed({ plagiarism: { detection: false, url: 0 } })],
    ['a list with a number for an address', changed({ 'apc.url': [5] })],
    ['a number for a language', changed({ language: [5] })],
    ['a number for a date', { ...changed({}), created_date: 5 }],
    ['a date of application that cannot be read', changed({}, { date_applied: 'x' })],
    [
      'the same in an Update Request for an unknown journal',
      changed({}, { date_applied: 'x', current_journal: 'nobody' }),
    ],
  ];
  it.each(cases)('%s', async (_what, record) => {
    const answer = await ask(`${sandbox.directory['4.0']}applications?api_key=key-ann`, 'POST', record);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([500, 'text/html; charset=utf-8']);
  });

  it('a script tag, unexpected by PUT', async () => {
    await send(changed({}));
    const [{ id }] = (await ask(`${sandbox.origin}/_sandbox/state?only=applications`)).json.applications;
    const answer = await ask(
      `${sandbox.directory['4.0']}applications/${id}?api_key=key-ann`,
      'PUT',
      changed({ title: 'A <script> title' }),
    );
    expect(answer.status).toBe(500);
  });
});

describe('the form', () => {
  const cases: [Record<string, unknown>, string][] = [
    [{ boai: null }, 'bibjson.boai : You must answer <strong>Yes</strong> to continue'],
    [{ boai: 'FALSE' }, 'bibjson.boai : You must enter y'],
    [{ title: ' ' }, 'bibjson.title : Enter the journal’s name'],
    [{ oa_start: null }, 'bibjson.oa_start : Enter the Year (YYYY).'],
    [{ oa_start: 0 }, 'bibjson.oa_start : Enter the Year (YYYY).'],
    [
      { oa_start: 1899 },
      `bibjson.oa_start : Number must be between 1900 and ${new Date().getUTCFullYear()}.`,
    ],
    [{ publication_time_weeks: 101 }, 'bibjson.publication_time_weeks : Number must be between 1 and 100.'],
    [
      { copyright: { author_retains: false, url: null } },
      'bibjson.copyright.url : Enter the URL for the journal’s <strong>copyright terms</strong> page',
    ],
    [
      { 'apc.url': [] },
      'bibjson.apc.url : Enter the URL for the journal’s <strong>publication fees</strong> information page',
    ],
    [
      { 'apc.url': {} },
      'bibjson.apc.url : Enter the URL for the journal’s <strong>publication fees</strong> information page',
    ],
    [
      { 'other_charges.url': '' },
      'bibjson.other_charges_url : Enter the URL for the journal’s <strong>fees<strong> information page',
    ],
    [
      { 'ref.license_terms': '' },
      'bibjson.license.url : Enter the URL for the journal’s <strong>license terms</strong> page',
    ],
    [
      { 'ref.oa_statement': '' },
      'bibjson.ref.oa_statement : Enter the URL for the journal’s Open Access statement page',
    ],
    [{ 'ref.aims_scope': 'https://example.org?a=/b' }, `bibjson.ref.aims_scope : ${url}`],
    [{ language: [] }, 'bibjson.language : Enter <strong>at least one</strong> language'],
    [{ language: ['tlh'] }, 'bibjson.language : Enter <strong>at least one</strong> language'],
    [{ license: [] }, 'bibjson.license.type : Select <strong>at least one</strong> type of license'],
    [{ license: [{}] }, "bibjson.license.type : 'None' is not a valid choice for this field"],
    [
      { license: [{ type: 'Publisher’s own license' }] },
      "bibjson.license.type : 'Publisher’s own license' is not a valid choice for this field",
    ],
    [
      { keywords: [','] },
      'bibjson.keywords : Enter at least <strong>one subject keyword</strong> in English',
    ],
    [{ keywords: [...'abcde', 'f, g'] }, 'bibjson.keywords : You can only enter up to 6 keywords.'],
    [{ keywords: [' Journal ', 'research'] }, "bibjson.keywords : You may not enter 'journal' in this field"],
    [
      { 'publisher.country': '' },
      'publisher_country : Enter the <strong>country</strong> where the publisher carries out its business operations and is registered',
    ],
    [
      { 'publisher.country': [] },
      'publisher_country : Enter the <strong>country</strong> where the publisher carries out its business operations and is registered',
    ],
    [{ 'publisher.country': undefined }, 'publisher_country : Not a valid choice'],
    [{ 'publisher.country': 840 }, 'publisher_country : Not a valid choice'],
    [{ 'publisher.country': ' US' }, 'publisher_country : Not a valid choice'],
    [{ 'institution.country': ' ' }, 'institution_country : Not a valid choice'],
    [
      { 'publisher.name': 'One', 'institution.name': ' One ' },
      "publisher_name : The Publisher's name and Other organisation's name cannot be the same.institution_name : The Publisher's name and Other organisation's name cannot be the same.",
    ],
    [
      { publisher: null },
      "publisher_name : Enter the name of the journal's publisherpublisher_country : Not a valid choice",
    ],
    [{ pissn: '   ' }, 'bibjson.pissn : This is not a valid ISSN'],
    [{ pissn: 'ISSN 3030-3036' }, 'bibjson.pissn : This is not a valid ISSN'],
    [
      { pissn: '3030-3036', eissn: ' 3030-3036' },
      "bibjson.pissn : This field must contain a different value to 'ISSN (online)'bibjson.eissn : This field must contain a different value to 'ISSN (print)'",
    ],
    [{ pissn: '2345-6787' }, 'bibjson.pissn : This ISSN already appears in the public DOAJ database'],
    [
      { 'ref.journal': 'https://j1.example.org' },
      'bibjson.ref.journal : This Journal URL already appears in the public DOAJ database',
    ],
    [{ 'apc.has_apc': null }, 'bibjson.apc.has_apc : Select Yes or No'],
    [{ waiver: null }, 'bibjson.waiver.has_waiver : Select Yes or No'],
    [{ other_charges: {} }, 'bibjson.other_charges.has_other_charges : Select Yes or No'],
    [{ 'apc.max': [{ currency: 'EUR', price: 0 }] }, `bibjson.apc.max.price : ${price}`],
    [
      {
        'apc.max': [
          { currency: 'EUR', price: 5 },
          { currency: 'USD', price: false },
        ],
      },
      `bibjson.apc.max.price : {}; ${price}`,
    ],
    [
      {
        'apc.max': [
          { currency: 'EUR', price: 0 },
          { currency: 'USD', price: 0 },
        ],
      },
      `apc_charges.apc_max.apc_max : ${price}`,
    ],
    [{ 'apc.max': [] }, `apc_charges.apc_currency.apc_max : ${price}`],
    [{ 'apc.max': [{ price: 5 }] }, `apc_charges.apc_currency.apc_max : ${price}`],
    [{ preservation: null }, 'bibjson.preservation.service : Select <strong>at least one</strong> option'],
    [
      { preservation: { service: [''] } },
      'bibjson.preservation.service : Select <strong>at least one</strong> option',
    ],
    [
      { 'preservation.service': [' '] },
      'bibjson.preservation.service : Enter the name of another archiving policy',
    ],
    [
      { 'preservation.service': ['other', 'CINES'] },
      'bibjson.preservation.service : Enter the name of another archiving policy',
    ],
    [
      { preservation: { service: ['national_library'], url: 'https://a.example.org' } },
      'bibjson.preservation.national_library : Enter the name(s) of the national library or libraries where the journal is archived',
    ],
    [
      { deposit_policy: { service: ['other'], url: 'https://a.example.org' } },
      'bibjson.deposit_policy.service : Enter the name of another repository policy',
    ],
    [
      { deposit_policy: { has_policy: true } },
      'bibjson.deposit_policy.service : Select <strong>at least one</strong> option',
    ],
    [{ pid_scheme: {} }, 'bibjson.pid_scheme.scheme : Select <strong>at least one</strong> option'],
    [
      { pid_scheme: { scheme: [' '] } },
      'bibjson.pid_scheme.scheme : Enter the name of another type of identifier',
    ],
    [
      { 'editorial.review_process': [] },
      'bibjson.editorial.review_process : Select <strong>at least one</strong> type of review process',
    ],
    [
      { 'editorial.review_process': ['other'] },
      'bibjson.editorial.review_process : Enter the name of another type of peer review',
    ],
    [
      { editorial: null },
      'bibjson.editorial.review_process : Select <strong>at least one</strong> type of review process' +
        'bibjson.editorial.review_url : Enter the URL for the journal’s <strong>peer review policy</strong> page' +
        'bibjson.editorial.board_url : Enter the URL for the journal’s <strong>Editorial Board</strong> page',
    ],
    [
      {
        pid_scheme: {},
        keywords: ['research'],
        publication_time_weeks: 0,
        title: '',
        oa_start: 1,
        boai: false,
      },
      `bibjson.boai : You must enter ybibjson.oa_start : Number must be between 1900 and ${new Date().getUTCFullYear()}.` +
        'bibjson.title : Enter the journal’s name' +
        'bibjson.publication_time_weeks : Number must be between 1 and 100.' +
        "bibjson.keywords : You may not enter 'research' in this field" +
        'bibjson.pid_scheme.scheme : Select <strong>at least one</strong> option',
    ],
  ];
  it.each(cases)('refuses %j', async (changes, error) => {
    expect(await send(changed(changes))).toEqual({ status: 400, error });
  });

  const addresses: [string, boolean][] = [
    ['https://example.org?x=1', true],
    ['https://example.org#f', true],
    ['https://example.org/?a=/b', true],
    ['https://example.org/a?b=https://x.org', true],
    ['https://example.org/a#b/c', true],
    ['https://exa_mple.org', true],
    ['https://-example.org', true],
    ['https://exämple.org', true],
    ['https://example.org//a', true],
    ['HTTPS://EXAMPLE.ORG', true],
    ['https://example.рф', false],
    ['https://example.xn--p1ai', false],
    ['https://example.org.', false],
    ['https://example..org', false],
    ['https://127.0.0.1', false],
    ['https://localhost', false],
    ['https://exa mple.org', false],
    ['https://ann@example.org', false],
    ...['0', '80', '8080', '60000', '65535'].map((port): [string, boolean] => [
      `https://example.org:${port}/`,
      true,
    ]),
    ...['65536', '99999', '065', '60006', ''].map((port): [string, boolean] => [
      `https://example.org:${port}/`,
      false,
    ]),
  ];
  it.each(addresses)('accepts %s as an address: %s', async (address, passes) => {
    const outcome = await send(changed({ 'ref.aims_scope': address }));
    expect(outcome.status).toBe(passes ? 201 : 400);
  });
});

describe('the stored value', () => {
  const cases: [Record<string, unknown>, Record<string, unknown>, around?: object][] = [
    [{ title: 5 }, { title: '5' }],
    [{ title: true }, { title: 'True' }],
    [{ keywords: [true, 'A, b', ''] }, { keywords: ['true', 'a', 'b'] }],
    [{ keywords: ['  '] }, { keywords: [''] }],
    [{ oa_start: 2012.7 }, { oa_start: 2012 }],
    [{ publication_time_weeks: ' 04 ' }, { publication_time_weeks: 4 }],
    [{ publication_time_weeks: true }, { publication_time_weeks: 1 }],
    [{ language: ['EN', 'eng', null, 'French'] }, { language: ['FR', 'EN', 'EN'] }],
    [{ 'publisher.country': 'United States of America' }, { 'publisher.country': 'US' }],
    [{ 'publisher.country': 'iran' }, { 'publisher.country': 'IR' }],
    [{ discontinued_date: '' }, { discontinued_date: undefined }, { created_date: null, last_updated: '' }],
    [{ 'publisher.country': '840' }, { 'publisher.country': 'US' }],
    [{ institution: { name: ' ', country: [] } }, { institution: undefined }],
    [
      { 'apc.max': [{ currency: 'Euro', price: '€100' }, { currency: 'usd', price: -3 }, { price: 4 }] },
      {
        'apc.max': [
          { currency: 'USD', price: -3 },
          { currency: 'EUR', price: 100 },
        ],
      },
    ],
    [{ pissn: '303-3036' }, { pissn: '0303-3036' }],
    [{ pissn: ' 3030-3036' }, { pissn: '3030-3036' }],
    [{ pissn: '3030-413x' }, { pissn: '3030-413X' }],
    [{ pissn: '' }, { pissn: undefined }],
    [{ pissn: '5678-9017' }, { pissn: '5678-9017' }],
    [
      { article: { license_display: ['Display'], license_display_example_url: 'no address' } },
      { article: { license_display: ['No'] } },
    ],
    [{ 'article.license_display': ['No', 'Embed'] }, { 'article.license_display': ['Embed'] }],
    [
      { 'preservation.service': ['CINES', 'none'], 'preservation.national_library': [] },
      { 'preservation.has_preservation': false, 'preservation.service': ['CINES'] },
    ],
    [
      { preservation: { has_preservation: false, service: ['CLOCKSS'], url: 'https://a.example.org' } },
      { preservation: { has_preservation: true, service: ['CLOCKSS'], url: 'https://a.example.org' } },
    ],
    [
      { preservation: { national_library: ['', 'KB', 'BL'], url: 'https://a.example.org' } },
      {
        preservation: {
          has_preservation: true,
          national_library: ['BL', 'KB'],
          url: 'https://a.example.org',
        },
      },
    ],
    [
      { preservation: { has_preservation: false, url: 'not one' } },
      { preservation: { has_preservation: false } },
    ],
    [{ deposit_policy: { service: ['none'], url: 'not one' } }, { deposit_policy: { has_policy: false } }],
    [
      {
        deposit_policy: {
          service: ['A', 'Dulcinea', 'B'],
          url: 'https://a.example.org',
          is_registered: true,
        },
      },
      { deposit_policy: { has_policy: true, service: ['Dulcinea', 'A B'], url: 'https://a.example.org' } },
    ],
    [{ pid_scheme: { scheme: ['DOI', 'none'] } }, { pid_scheme: { has_pid_scheme: true, scheme: ['DOI'] } }],
    [
      { pid_scheme: { scheme: ['doi', 'DOI'] } },
      { pid_scheme: { has_pid_scheme: true, scheme: ['DOI', 'doi'] } },
    ],
    [
      { pid_scheme: { has_pid_scheme: false, scheme: ['DOI', 'x'] } },
      { pid_scheme: { has_pid_scheme: false } },
    ],
    [
      { 'editorial.review_process': ['none', 'Other', 'Peer review'] },
      { 'editorial.review_process': ['Peer review', 'none Other'] },
    ],
    [{ plagiarism: { detection: false, url: 'x' } }, { plagiarism: { detection: false } }],
    [{ waiver: { has_waiver: false, url: 'x' } }, { waiver: { has_waiver: false } }],
    [
      { apc: { has_apc: false, url: 'https://a.example.org', max: [{ currency: 'EUR', price: 5 }] } },
      { apc: { has_apc: false, url: 'https://a.example.org' } },
    ],
    [
      {
        labels: ['s2o'],
        subject: [{ code: 'Q' }],
        replaces: ['1234-5679'],
        discontinued_date: '1 january 2014',
      },
      { labels: undefined, subject: [], replaces: [], discontinued_date: undefined },
    ],
    [
      { license: [{ type: 'CC0', BY: true, url: 'x' }] },
      {
        license: [
          {
            type: 'CC0',
            BY: false,
            NC: false,
            ND: false,
            SA: false,
            url: 'https://creativecommons.org/publicdomain/zero/1.0/',
          },
        ],
      },
    ],
    [
      {
        license: [{ type: "Publisher's own license", NC: true, url: 5 }],
        'ref.license_terms': 'https://t.example.org',
      },
      {
        license: [
          {
            type: "Publisher's own license",
            BY: false,
            NC: true,
            ND: false,
            SA: false,
            url: 'https://t.example.org',
          },
        ],
      },
    ],
    [
      { license: [{ type: 'CC BY' }, { type: "Publisher's own license", NC: false }] },
      {
        license: [
          {
            type: 'CC BY',
            BY: true,
            NC: false,
            ND: false,
            SA: false,
            url: 'https://creativecommons.org/licenses/by/4.0/',
          },
          { type: "Publisher's own license", url: 'https://creativecommons.org/licenses/by/4.0/' },
        ],
      },
    ],
    [{ 'apc.url': ['https://first.example.org', 'x'] }, { 'apc.url': 'https://first.example.org' }],
    [{ 'ref.journal': ' https://b.example.org ' }, { 'ref.journal': 'https://b.example.org' }],
  ];
  it.each(cases)('of %j', async (changes, wanted, around = {}) => {
    const { status, bibjson, error } = await send({ ...changed(changes), ...around });
    expect([status, error]).toEqual([201, undefined]);
    const seen = Object.keys(wanted).map((path) => [path, at(bibjson, path)]);
    expect(Object.fromEntries(seen)).toEqual(wanted);
  });

  it('does not exist for a text too long for the index', async () => {
    const outcome = await send(changed({ title: 'é'.repeat(17_000) }));
    expect(outcome).toEqual({ status: 400, error: 'illegal_argument_exception' });
  });
});

describe('any payload', () => {
  const paths = pathsOf(changed({}));
  const anything = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom(null, '', ' ', 'none', 'other', 'national_library', 'x', 0, 1.5, true, [], [null], {}, [
      {},
    ]),
  );
  const change = fc.tuple(fc.constantFrom(...paths), fc.option(anything, { nil: undefined }));

  it('is answered as by the service, and never crashes the sandbox', async () => {
    await ask(`${sandbox.origin}/_sandbox/timing`, 'POST', { resaveDelayMs: 0 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        async (changes, isUpdate) => {
          const record = changed({}, isUpdate ? { current_journal: 'j1' } : {});
          for (const [path, value] of changes) put(record, path, value);
          for (const dialect of ['3.0.1', '4.0'] as const) {
            const url = `${sandbox.directory[dialect]}applications?api_key=key-ann`;
            const { status, headers, json } = await ask(url, 'POST', record);
            expect([201, 400, 404, 500]).toContain(status);
            expect(headers.get('content-type')).toBe(
              status === 500 ? 'text/html; charset=utf-8' : 'application/json',
            );
            if (status !== 201) continue;
            // The stored record can be read, and is accepted again unchanged.
            const one = `${sandbox.directory['4.0']}applications/${json.id}?api_key=key-ann`;
            const shown = (await ask(one)).json;
            const complete = { ...shown, bibjson: { pissn: '', eissn: '', ...shown.bibjson } };
            expect(outcomeOf(await ask(one, 'PUT', complete))).toEqual([204, undefined]);
            await ask(one, 'DELETE');
          }
        },
      ),
      { ...randomCases(150, 400), seed: 20261121 },
    );
  });

  function outcomeOf({ status, error }: { status: number; error: string | undefined }) {
    return [status, error];
  }

  /** Every path of a record, as steps. */
  function pathsOf(value: Json, path: string[] = []): string[][] {
    if (typeof value !== 'object' || value === null) return [path];
    const inner = Object.entries(value).flatMap(([name, entry]) => pathsOf(entry, [...path, name]));
    return path.length > 0 ? [path, ...inner] : inner;
  }

  function put(record: Json, path: string[], value: unknown): void {
    const holder = path.slice(0, -1).reduce((object, step) => object?.[step], record);
    if (typeof holder !== 'object' || holder === null) return;
    if (value === undefined && !Array.isArray(holder)) delete holder[path.at(-1)!];
    else holder[path.at(-1)!] = structuredClone(value ?? null);
  }
});
