import { describe, expect, it } from 'vitest';
import { applicationToWire } from '../../../src/shared/application/application.ts';
import { readApplicationErrors } from '../../../src/shared/application/applicationErrors.ts';
import { checkApplication } from '../../../src/shared/application/applicationRules.ts';
import type { Dialect } from '../../../src/shared/directory/account.ts';
import type { DraftRecord } from '../../../src/shared/draft/draft.ts';
import { saying } from '../../helpers/saying.ts';
import { textOf } from '../../helpers/textOf.ts';
import { contextFor, fullApplication, readLines, withValues } from './rules/sample.ts';

const form = 'The following validation errors were received: ';

describe('the refusal of an application', () => {
  const rows = readLines('oracle/applications.jsonl').filter(
    (row) => row.http === 400 && row.stage !== 'save',
  );

  it.each(rows.map((row) => [row.id, row] as const))(
    '%s lands on the fields that are at fault',
    (_id, row) => {
      const context = contextFor(row.payload, { account: row.account });
      const errors = checkApplication(row.payload, context).filter(({ severity }) => severity === 'error');
      const problems = readApplicationErrors(`${row.error} (ref: 12-34)`, { record: row.payload, context });
      expect(problems.length).toBeGreaterThan(0);
      for (const { path, message, words } of problems) {
        expect(errors.map((finding) => [finding.path, textOf(finding.message)])).toContainEqual([
          path,
          textOf(message),
        ]);
        expect(words).not.toMatch(/<strong>|<p>|ref:/);
      }
    },
  );

  it('is split at field names, whatever separates them', () => {
    const text = `${form}bibjson.preservation.url : This field is required when preservation_service is ['CINES', 'other']publisher_country : Not a valid choicebibjson.apc.max.price : {}; Enter the valueapc_charges.apc_currency.apc_max : Enter the valuebibjson.license.url : <p><small>Please enter a valid URL. It should start with http or https</small></p>bibjson.other_charges_url : Enter the URL; Please`;
    expect(readApplicationErrors(text).map(({ path, words }) => [path, words])).toEqual([
      ['bibjson.preservation.url', "This field is required when preservation_service is ['CINES', 'other']"],
      ['bibjson.publisher.country', 'Not a valid choice'],
      ['bibjson.apc.max', 'Enter the value'],
      ['bibjson.apc.max', 'Enter the value'],
      ['bibjson.ref.license_terms', 'Please enter a valid URL. It should start with http or https'],
      ['bibjson.other_charges.url', 'Enter the URL; Please'],
    ]);
  });

  const faulty = withValues(fullApplication, {
    'bibjson.title': '',
    'bibjson.license': [{ type: 'GPL' }],
    'bibjson.article.license_display_example_url': 'x',
    'bibjson.apc.max[0].price': 0,
    'bibjson.preservation': {},
  });

  it.each([
    ['bibjson.title', ['bibjson.title']],
    ['bibjson.license.type', ['bibjson.license[0].type']],
    ['bibjson.apc.max.price', ['bibjson.apc.max[0].price']],
    ['bibjson.preservation.service', ['bibjson.preservation.has_preservation']],
    ['bibjson.article.license_display_example_url', ['bibjson.article.license_display_example_url']],
  ])('of %s is explained by our findings in that field alone', (name, paths) => {
    const context = { ...contextFor(faulty), isPayload: false };
    const problems = readApplicationErrors(`${form}${name} : Wrong`, { record: faulty, context });
    expect(problems.map(({ path, words }) => [path, words])).toEqual(paths.map((path) => [path, 'Wrong']));
    for (const { message } of problems) expect(message).not.toEqual(saying('Wrong'));
  });

  it('of a field is not explained by a finding in one with a longer name', () => {
    const problems = readApplicationErrors(`${form}bibjson.article.license_display : Wrong`, {
      record: faulty,
      context: contextFor(faulty),
    });
    expect(problems).toEqual([
      {
        path: 'bibjson.article.license_display',
        message: saying('Wrong'),
        help: saying(/“Do all full texts contain or show their licence\?”/),
        words: 'Wrong',
      },
    ]);
  });

  it('keeps the directory’s message where no rule of ours says the same', () => {
    const [problem] = readApplicationErrors(`${form}bibjson.new.field : Something new`);
    expect(problem).toMatchObject({
      path: 'bibjson.new.field',
      message: saying('Something new'),
      words: 'Something new',
    });
    expect(problem!.help).toEqual(saying('The directory says this about “bibjson.new.field”.'));
    expect(readApplicationErrors(`${form}odd`)).toEqual([
      { path: '', message: saying('odd'), help: null, words: 'odd' },
    ]);
    const words = 'You must specify the journal homepage in bibjson.ref.journal';
    expect(readApplicationErrors(words)).toEqual([
      {
        path: 'bibjson.ref.journal',
        message: saying(words),
        help: saying(/^The directory says this about “.*homepage.*”\.$/i),
        words,
      },
    ]);
  });

  it.each([
    "Value 'x' is not permitted at '.unheard_of'",
    "Coerce with '<function to_wibble at 0x7f00>' failed on 'x' of type '<class 'str'>'",
    "Coerce with '<function to_bool at 0x7f00>' failed on 'x' of type '<class 'str'>'",
    'Metadata contains <script> tag.',
  ])('keeps the directory’s message without a field if none is known: %s', (words) => {
    expect(readApplicationErrors(words)).toEqual([{ path: '', message: saying(words), help: null, words }]);
  });

  it('without a path is attributed to the matching value', () => {
    const record = withValues(fullApplication, {
      'bibjson.boai': 'maybe',
      'bibjson.waiver.has_waiver': 'perhaps',
      'bibjson.apc.max[1].currency': 'perhaps',
    });
    const trace = (words: string) =>
      readApplicationErrors(words, { record, context: contextFor(record) }).map(({ path }) => path);
    const said = (name: string) =>
      trace(`Coerce with '<function ${name} at 0x7f00>' failed on 'perhaps' of type '<class 'str'>'`);
    expect(said('to_bool')).toEqual(['bibjson.waiver.has_waiver']);
    expect(said('to_currency_code.<locals>.codify')).toEqual(['bibjson.apc.max[1].currency']);
    expect(trace("Value 'No!' is not permitted at '.license_display'")).toEqual([
      'bibjson.article.license_display',
    ]);
  });

  const sentences = [
    ["Field 'title' is required but not present at '[root]bibjson.'", 'bibjson.title'],
    ["Field 'admin' is required but not present at '[root]'", 'admin'],
    ["Field 'foo' is not permitted at '[root]bibjson.license[0].'", 'bibjson.license[0].foo'],
    ["Expected dict at '[root]bibjson.apc.max[1]' but got '<class 'str'>'", 'bibjson.apc.max[1]'],
    [
      "Expecting list at '[root]bibjson.keywords' but found something else '<class 'str'>'",
      'bibjson.keywords',
    ],
    ['You must specify the journal homepage in bibjson.ref.journal', 'bibjson.ref.journal'],
    ['In this context bibjson.copyright.url is required', 'bibjson.copyright.url'],
    ['In this context bibjson.plagiarism.url is required', 'bibjson.plagiarism.url'],
    ['You must specify at least one of bibjson.pissn and bibjson.eissn', 'bibjson.pissn'],
    ['bibjson.keywords may only contain a maximum of 6 keywords', 'bibjson.keywords'],
    ['Print ISSN and Online ISSN should be different', 'bibjson.eissn'],
    [
      'current_journal cannot be changed once set.  current_journal is J1; this request tried to change it to J2',
      'admin.current_journal',
    ],
  ] as const;

  it.each(sentences)('%s is about %s', (text, path) => {
    for (const sent of [undefined, { record: faulty, context: contextFor(faulty) }])
      expect(readApplicationErrors(text, sent).map((problem) => problem.path)).toEqual([path]);
  });

  it('for its ISSNs lands where our rule reports them', () => {
    const explain = (record: DraftRecord, dialect: Dialect, words: string) =>
      readApplicationErrors(words, { record, context: { ...contextFor(record), dialect } });
    const zeros = withValues(fullApplication, { 'bibjson.pissn': '0000-0000', 'bibjson.eissn': '' });
    const [different] = explain(zeros, '4.0', 'Print ISSN and Online ISSN should be different');
    expect(different).toMatchObject({ path: 'bibjson.pissn', message: saying(/0000-0000/) });
    const listed = withValues(applicationToWire(fullApplication, '3.0.1'), {
      'bibjson.identifier[1].id': '8880-0121',
    });
    const words = 'You must specify at least one of bibjson.pissn and bibjson.eissn';
    const [equal] = explain(listed, '3.0.1', words);
    expect(equal).toMatchObject({ path: 'bibjson.identifier[0].id', words });
    expect(equal!.message).not.toEqual(saying(words));
  });

  it('of another kind is ignored', () => {
    expect(readApplicationErrors('An API Key is required to access this.')).toEqual([]);
    expect(readApplicationErrors('')).toEqual([]);
    for (const known of [
      `${form}bibjson.title : Wrong`,
      "Value 'x' is not permitted at '.labels'",
      "Coerce with '<function to_bool at 0x7f00>' failed on 'x' of type '<class 'str'>'",
      'Metadata contains <script> tag.',
      ...sentences.map(([text]) => text),
    ])
      expect(readApplicationErrors(`It is not true that ${known}`)).toEqual([]);
  });
});
