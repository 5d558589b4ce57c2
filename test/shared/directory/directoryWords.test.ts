import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { explainRefusal, readWords, refusalCodes } from '../../../src/shared/directory/directoryWords.ts';
import words from '../../../src/shared/i18n/locales/en.json' with { type: 'json' };
import { type JournalCard, journalsFromList } from '../../../src/shared/journal/journal.ts';
import { saying } from '../../helpers/saying.ts';
import { textOf } from '../../helpers/textOf.ts';

const given = new URL('../../fixtures/given/', import.meta.url);
const readJson = (name: string) => JSON.parse(readFileSync(new URL(name, given), 'utf8'));
const readLines = (name: string) =>
  readFileSync(new URL(name, given), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('explainRefusal', () => {
  it('does not advise to choose the journal if the list of journals says that it is the right one', () => {
    const own = { id: 'j', title: 'Tides', pissn: '1234-5679', eissn: null, mine: true, inDirectory: true };
    const record = {
      bibjson: {
        title: 'T',
        identifier: [
          { type: 'pissn', id: own.pissn },
          { type: 'doi', id: '10.5555/a' },
        ],
      },
    };
    const text =
      'It is not possible to create an article for this journal. Does the upload include an ISSN that is not associated with any journal in your account?';
    const help = (journals: readonly JournalCard[] | null) =>
      explainRefusal(403, text, { record, journals }).help.key;
    expect(help([own])).toBe('directory.rightJournal');
    expect(help([{ ...own, mine: false }])).not.toBe('directory.rightJournal');
    expect(help(null)).toBe('directory.refusal.not-yours.help');
  });

  it.each<[number | null, string, string, string]>([
    [400, "Field 'bibjson' is required but not present at 'root'", 'field-missing', 'bibjson'],
    [400, "Field 'title' is required but not present at 'bibjson.'", 'field-missing', 'bibjson.title'],
    [
      400,
      "Field 'url' is required but not present at 'bibjson.link[0].'",
      'field-missing',
      'bibjson.link[0].url',
    ],
    [
      400,
      "Schema exception at 'bibjson.link[0].url', Cast with <function to_url at 0x7f> failed on 'x' of type <class 'str'>",
      'value-unreadable',
      'bibjson.link[0].url',
    ],
    [
      400,
      "Found 'bibjson.author[0]' = 'None' but expected object/dict",
      'not-an-object',
      'bibjson.author[0]',
    ],
    [400, 'Expecting list at bibjson.keywords but found something else', 'not-a-list', 'bibjson.keywords'],
    [
      400,
      'Metadata contains <script> tag. Please remove any <script> tags from your metadata and try again.',
      'script-tag',
      '',
    ],
    [
      400,
      'You must specify at least one Print ISSN or online ISSN in bibjson.identifier',
      'issn-missing',
      'bibjson.identifier',
    ],
    [
      400,
      'You must specify at least one of P-ISSN or E-ISSN in bibjson.identifier',
      'issn-missing',
      'bibjson.identifier',
    ],
    [400, 'Print ISSN and online ISSN should be different', 'issns-equal', 'bibjson.identifier'],
    [
      400,
      'Invalid ORCID iD. Please enter your ORCID iD structured as: https://orcid.org/0000-0000-0000-0000. URLs must start with https.',
      'orcid-form',
      'bibjson.author',
    ],
    [400, 'Invalid DOI format.', 'doi-form', 'bibjson.identifier'],
    [
      400,
      'No journal found to attach the article to. The ISSN(s) provided in the bibjson.identifiers section of this article record do not match any DOAJ journal.',
      'issn-unknown',
      'bibjson.identifier',
    ],
    [
      403,
      'It is not possible to create an article for this journal. Does the upload include an ISSN that is not associated with any journal in your account?',
      'not-yours',
      'bibjson.identifier',
    ],
    [400, 'The article must have a DOI and/or a Full-Text URL', 'no-doi-or-url', 'bibjson.link'],
    [
      400,
      'Too many ISSNs. Only 2 ISSNs are allowed: one Print ISSN and one Online ISSN.',
      'issns-too-many',
      'bibjson.identifier',
    ],
    [400, "ISSNs provided don't match any journal.", 'issns-no-match', 'bibjson.identifier'],
    [
      400,
      'You are trying to add the articles to a journal that has been withdrawn from DOAJ. We accept articles only for journals currently in DOAJ',
      'journal-withdrawn',
      'bibjson.identifier',
    ],
    [
      400,
      'The article matched multiple existing articles as duplicates, and we cannot tell which one to update',
      'duplicate-ambiguous',
      'bibjson.identifier',
    ],
    [
      403,
      'Either the DOI or Fulltext URL has been changed.  This operation is not permitted; please contact an administrator for help.',
      'identifier-changed',
      'bibjson.identifier',
    ],
    [400, 'Article update failed for unanticipated reason', 'update-refused', 'bibjson.identifier'],
    [null, 'One or more articles in this batch have duplicate identifiers', 'batch-duplicates', ''],
    [
      null,
      'One or more articles in this batch matched multiple articles as duplicates; entire batch ingest halted',
      'batch-ambiguous',
      '',
    ],
    [
      400,
      'One or more articles failed to ingest; entire batch ingest halted. {"shared": []}',
      'batch-refused',
      '',
    ],
    [null, 'Unanticipated error when importing articles', 'batch-unreadable', ''],
    [400, 'upload_id is invalid', 'upload-unknown', ''],
    [400, 'Supplied data was not valid JSON', 'not-json', ''],
    [401, 'An API Key is required to access this.', 'key-refused', ''],
    [400, 'Version 3 is no longer supported.', 'version-retired', ''],
    [
      404,
      'No endpoint at articles/. See https://doaj.org/api/v4/swagger.json for valid paths',
      'no-route',
      '',
    ],
    [404, '', 'not-found', ''],
    [403, '', 'not-allowed', ''],
    [403, '<html><head><title>403 Forbidden</title></head></html>', 'not-allowed', ''],
    [
      503,
      'We are currently carrying out essential maintenance, and this route is temporarily unavailable',
      'maintenance',
      '',
    ],
    [429, '<html><head><title>429 Too Many Requests</title></head></html>', 'slow-down', ''],
    [413, '', 'too-large', ''],
    [301, '', 'redirected', ''],
    [500, '<!DOCTYPE html><html><title>500</title></html>', 'crashed', ''],
    [504, '<html><head><title>504 Gateway Time-out</title></head></html>', 'gateway', ''],
    [400, '', 'no-words', ''],
    [400, 'The moon is in the wrong phase.', 'unknown', ''],
  ])('%s %s', (status, text, code, path) => {
    const explained = explainRefusal(status, text);
    expect(explained).toMatchObject({ code, path });
    expect(`${textOf(explained.message)} ${textOf(explained.help)}`).not.toMatch(
      /\{\{|undefined|directory\.refusal|field\./,
    );
    expect(textOf(explained.message).length).toBeGreaterThan(10);
  });

  it('passes on unknown messages', () => {
    expect(textOf(explainRefusal(400, 'The moon is in the wrong phase. (ref: 6f0c)').message)).toBe(
      'The directory refused this: The moon is in the wrong phase.',
    );
  });

  it('knows every reason in the recorded samples, and every error response', () => {
    for (const row of readLines('oracle/articles.jsonl').filter((one) => !one.accepted)) {
      expect(
        explainRefusal(row.http, row.http === 500 ? '<html><title>500</title></html>' : row.error).code,
        row.error,
      ).not.toBe('unknown');
    }
    for (const { http, body, body_text } of readJson('directory/response-errors.json')) {
      const text = body?.error ?? body?.message ?? body_text;
      if (text.startsWith('The following validation errors') || text.startsWith('(None')) continue;
      expect(explainRefusal(http, text).code, text).not.toBe('unknown');
    }
  });

  it('finds the field from the record if the directory names none', () => {
    const journals = journalsFromList(readJson('oracle/world_articles.json'));
    const named = { named: 0, all: 0 };
    for (const row of readLines('oracle/articles.jsonl').filter((one) => [400, 403].includes(one.http))) {
      const explained = explainRefusal(row.http, row.error, { record: row.payload, journals });
      expect(explained.path, row.error).not.toBe('');
      named.all++;
      if (/\[\d+\]|title|date|in_doaj|admin|page/.test(explained.path)) named.named++;
    }
    expect(named.all).toBeGreaterThan(50);
    const orcid = {
      bibjson: { title: 'A', identifier: [], author: [{ name: 'A' }, { name: 'B', orcid_id: 'x' }] },
    };
    expect(explainRefusal(400, 'Invalid ORCID iD. Please …', { record: orcid })).toMatchObject({
      path: 'bibjson.author[1].orcid_id',
      message: saying('An ORCID must look like this: https://orcid.org/0000-0000-0000-0000.'),
    });
  });
});

describe('readWords', () => {
  it('removes the error reference and all HTML of forms', () => {
    expect(readWords("Field 'title' is required (ref: 6f0c2c5e-8d1a)")).toEqual({
      words: "Field 'title' is required",
      reference: '6f0c2c5e-8d1a',
    });
    expect(readWords(' (ref: 6f0c)')).toEqual({ words: '', reference: '6f0c' });
    expect(readWords('You must answer <strong>Yes</strong> &amp; go on.').words).toBe(
      'You must answer Yes & go on.',
    );
    expect(readWords('a <script> tag').words).toBe('a <script> tag');
    expect(readWords('<!DOCTYPE html><html><title>502 Bad Gateway</title><body>x</body></html>').words).toBe(
      '502 Bad Gateway',
    );
    expect(readWords('(None, None) (ref: x)')).toEqual({ words: '(None, None)', reference: 'x' });
  });
});

describe('reason messages', () => {
  it('exist for every reason with a title and help, and for nothing else', () => {
    expect(Object.keys(words.directory.refusal).sort()).toEqual([...refusalCodes].sort());
    for (const [code, entry] of Object.entries(words.directory.refusal)) {
      expect(Object.keys(entry), code).toEqual(['message', 'help']);
    }
  });
});
