import { describe, expect, it } from 'vitest';
import { checkApplication } from '../../../../src/shared/application/applicationRules.ts';
import {
  applicationIssn,
  isFormAddress,
  serviceBoolean,
  serviceInteger,
} from '../../../../src/shared/application/applicationValues.ts';
import {
  serviceCountry,
  serviceCurrency,
  serviceLanguage,
} from '../../../../src/shared/directory/serviceTables.ts';
import type { DraftRecord } from '../../../../src/shared/draft/draft.ts';
import type { Finding } from '../../../../src/shared/finding.ts';
import { check, contextFor, isRefused, readJson, readLines, world } from './sample.ts';

interface Row {
  id: string;
  account: string;
  payload: DraftRecord;
  accepted: boolean;
  stage: string;
  normalised?: { bibjson: DraftRecord };
  fields?: Record<string, { verdict: string }>;
}

const applications: Row[] = readLines('oracle/applications.jsonl');
const updates: Row[] = readLines('oracle/update_requests.jsonl');

describe('the recorded responses', () => {
  it.each(
    [...applications, ...updates]
      .filter((row) => row.stage !== 'update_request_lookup')
      .map((row) => [row.id, row] as const),
  )('is foreseen for %s', (_id, row) => {
    const findings = checkApplication(row.payload, contextFor(row.payload, { account: row.account }));
    expect(findings.filter(({ severity }) => severity === 'error').length === 0).toBe(row.accepted);
  });

  it('are predicted in what they store: every dropped or replaced value has a finding', () => {
    const unsaid = applications.flatMap(({ id, payload, normalised }) =>
      normalised
        ? replaced(payload.bibjson, normalised.bibjson, 'bibjson')
            .filter((path) => !isCovered(path, check(payload)))
            .map((path) => `${id} ${path}`)
        : [],
    );
    expect(unsaid).toEqual([]);
  });

  it('are predicted in what Update Requests do not change', () => {
    for (const { id, payload, fields } of updates) {
      const findings = check(payload);
      for (const [name, { verdict }] of Object.entries(fields ?? {})) {
        if (verdict !== 'dropped' && verdict !== 'stored_is_journal_value') continue;
        const said = findings.filter((finding) => isCovered(`bibjson.${name}`, [finding]));
        expect(
          said.map(({ severity }) => severity),
          `${id} ${name}`,
        ).toEqual(['ignored']);
      }
    }
  });

  it('contradict no warning about ignored values', () => {
    for (const { id, payload, fields } of updates) {
      const ignored = check(payload).filter(({ severity }) => severity === 'ignored');
      for (const { path } of ignored) {
        const name = path.replace(/^bibjson\./, '');
        expect(['taken_as_sent', 'reordered'], `${id} ${path}`).not.toContain(fields?.[name]?.verdict);
      }
    }
  });
});

describe('conversions', () => {
  const readers: Record<string, (input: never) => unknown> = {
    'country:coerce.to_country_code': serviceCountry,
    'language:isolang_2letter_strict': (input: unknown) =>
      typeof input === 'string' ? serviceLanguage(input) : null,
    'currency:currency_code_strict': (input: unknown) =>
      typeof input === 'string' ? serviceCurrency(input) : null,
    'integer:intify': serviceInteger,
    'bool:to_bool': serviceBoolean,
    'issn:IncomingApplication._normalise_issn': (input: unknown) =>
      typeof input === 'string' ? applicationIssn(input) : null,
    'url:regex.HTTP_URL (application form)': isFormAddress,
  };
  const rows = readLines('oracle/coerce.jsonl').filter((row) => Object.hasOwn(readers, row.coerce));

  it.each(rows.map((row) => [row.coerce, JSON.stringify(row.input), row] as const))(
    '%s of %s',
    (name, _input, row) => {
      expect(readers[name]!(row.input as never)).toEqual(row.ok ? row.output : null);
    },
  );

  it.each([
    ['https://example.org?x=1', true],
    ['https://example.org#f', true],
    ['https://example.org/?a=/b', true],
    ['https://exa_mple.org', true],
    ['https://exämple.org', true],
    ['https://exa\u0308mple.org', false],
    ['https://ठंडा.example.org', false],
    ['https://ठड.example.org', true],
    ['https://example.ıo', true],
    ['https://example.org:60000', true],
    ['https://example.org:65535', true],
    ['https://example.org:65536', false],
    ['https://example.org:8٠', true],
    ['https://example.org:٨', false],
    ['https://example.org:065', false],
    ['https://example.org?a=/b', false],
    ['https://example.рф', false],
    ['https://example.org.', false],
    ['https://user@example.org', false],
    ['https://192.168.0.1', false],
    ['https://localhost', false],
    ['https://example.org/a b', false],
  ])('the address %s: %s', (address, isTaken) => {
    expect(isFormAddress(address)).toBe(isTaken);
  });

  it.each([
    [2012.7, 2012],
    [true, 1],
    [' 04 ', 4],
    ['\x1c4', null],
    ['€100', 100],
    ['١٠', null],
    [Number.POSITIVE_INFINITY, null],
    ['+1_0', 10],
    ['1,000', null],
    ['', null],
    [[], null],
  ])('the number %j is read as %j', (value, read) => {
    expect(serviceInteger(value)).toBe(read);
  });

  it('give the later of two currencies with one name', () => {
    expect(['Leone', 'bolívar soberano', 'SLE', 'VED'].map(serviceCurrency)).toEqual([
      'SLL',
      'VES',
      'SLE',
      'VED',
    ]);
  });

  it('include the languages that the service drops', () => {
    expect(['tlh', 'grc', 'ast', 'und', 'mul', 'Klingon'].map(serviceLanguage)).toEqual(
      Array(6).fill('dropped'),
    );
    expect(['xx', 'en-GB', 'Deutsch', 'iw', '', ' EN'].map(serviceLanguage)).toEqual(Array(6).fill(null));
    expect(['ger', 'deu', 'GERMAN', 'de'].map(serviceLanguage)).toEqual(Array(4).fill('DE'));
  });
});

describe('the directory’s samples', () => {
  const directory = readJson('directory/world.json');
  const entries: { file: string; kind: string; client_validator: { verdict: string; fields: string[] } }[] =
    readJson('directory/index.json').entries.filter(
      (entry: { kind: string }) => entry.kind === 'application',
    );

  it.each(entries.map((entry) => [entry.file, entry] as const))(
    '%s',
    (file, { client_validator: wanted }) => {
      const record = readJson(`directory/${file}`);
      const known = checkApplication(record, contextFor(record, { from: directory, account: 'alpha' }));
      const offline = checkApplication(record, contextFor(record, { from: null }));
      const paths = (findings: Finding[], ...severities: string[]) =>
        findings.filter(({ severity }) => severities.includes(severity)).map(({ path }) => path);
      if (wanted.verdict === 'ok') {
        expect(paths(known, 'error', 'warning')).toEqual([]);
      } else if (wanted.verdict === 'warn') {
        expect(isRefused(known)).toBe(false);
        expect(paths(known, 'warning', 'ignored').sort()).toEqual([...wanted.fields].sort());
      } else if (wanted.verdict === 'error') {
        expect(paths(offline, 'error').sort()).toEqual([...wanted.fields].sort());
      } else {
        expect(isRefused(offline)).toBe(false);
        expect(paths(known, 'error')).toEqual(wanted.fields);
      }
    },
  );
});

it('give the same findings whichever format the journals have', () => {
  const { bibjson, ...rest } = world.journals[0];
  const { pissn, eissn, ...others } = bibjson;
  const listed = {
    ...rest,
    bibjson: {
      ...others,
      identifier: [
        { type: 'pissn', id: pissn },
        { type: 'eissn', id: eissn },
      ],
    },
  };
  for (const { payload } of updates.filter((row) => row.payload.admin && check(row.payload).length > 0))
    expect(check(payload, { journal: listed }).map(({ code }) => code)).toEqual(
      check(payload, { journal: world.journals[0] }).map(({ code }) => code),
    );
});

/** Values of `sent` that are stored differently; lists in any order, without what the directory adds. */
function replaced(sent: unknown, stored: unknown, path: string): string[] {
  if (isEmpty(sent)) return [];
  if (isObject(sent) && isObject(stored))
    return Object.keys(sent).flatMap((name) => replaced(sent[name], stored[name], `${path}.${name}`));
  if (path === 'bibjson.license' && Array.isArray(sent) && Array.isArray(stored))
    return sent.flatMap((entry, index) => replaced(entry, stored[index], `${path}[${index}]`));
  return asSet(sent) === asSet(stored) ? [] : [path];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  return typeof value === 'object' && Object.values(value).every(isEmpty);
}

function asSet(value: unknown): string {
  if (Array.isArray(value)) return JSON.stringify(value.map(asSet).sort());
  return JSON.stringify(value) ?? '';
}

function isCovered(path: string, findings: Finding[]): boolean {
  const isAround = (outer: string, inner: string) =>
    outer !== '' && inner.startsWith(outer) && /^(?:$|[.[])/.test(inner.slice(outer.length));
  return findings.some((finding) => isAround(finding.path, path) || isAround(path, finding.path));
}
