import { describe, expect, it } from 'vitest';
import { readApplicationErrors } from '../../../src/shared/application/applicationErrors.ts';
import { checkApplication } from '../../../src/shared/application/applicationRules.ts';
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

  it('keeps the directory’s message where no rule of ours says the same', () => {
    const [problem] = readApplicationErrors(`${form}bibjson.new.field : Something new`);
    expect(problem).toMatchObject({
      path: 'bibjson.new.field',
      message: saying('Something new'),
      words: 'Something new',
    });
    expect(readApplicationErrors(`${form}odd`)).toMatchObject([{ path: '', message: saying('odd') }]);
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

  it.each([
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
    ['bibjson.keywords may only contain a maximum of 6 keywords', 'bibjson.keywords'],
    ['Print ISSN and Online ISSN should be different', 'bibjson.eissn'],
    [
      'current_journal cannot be changed once set.  current_journal is J1; this request tried to change it to J2',
      'admin.current_journal',
    ],
  ])('%s is about %s', (text, path) => {
    expect(readApplicationErrors(text).map((problem) => problem.path)).toEqual([path]);
  });

  it('of another kind is ignored', () => {
    expect(readApplicationErrors('An API Key is required to access this.')).toEqual([]);
    expect(readApplicationErrors('')).toEqual([]);
  });
});
