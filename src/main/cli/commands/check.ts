import { acceptedFields } from '../../../shared/application/acceptedFields.ts';
import { checkApplication } from '../../../shared/application/applicationRules.ts';
import type { KnownRequest } from '../../../shared/application/rules/applicationContext.ts';
import { articleKeys } from '../../../shared/article/articleKeys.ts';
import { checkArticle } from '../../../shared/article/articleRules.ts';
import type { Dialect } from '../../../shared/directory/account.ts';
import type { DraftRecord } from '../../../shared/draft/draft.ts';
import { getAt } from '../../../shared/draft/fieldPath.ts';
import type { ImportFormat } from '../../../shared/draft/fileFormats.ts';
import type { Finding } from '../../../shared/finding.ts';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import { msg } from '../../../shared/message.ts';
import { withWrittenNumbers } from '../../formats/json/writtenNumbers.ts';
import { placeIn, type ReadRecord } from '../../formats/readRecord.ts';
import { type KnownJournals, readKnownJournals } from '../knownJournals.ts';
import { type ReaderOptions, readerChoices } from '../readerChoices.ts';
import { readInput, requireFiles } from '../readInput.ts';
import { exitCodes, lineOf, type Terminal } from '../terminal.ts';
import { worded } from '../worded.ts';

interface CheckOptions extends ReaderOptions {
  kind: 'article' | 'application';
  format: ImportFormat | 'auto';
  dialect: Dialect;
  journals?: string;
  json?: boolean;
}

/** One record of a checked file; `index` counts from 0 and is null for a problem of the whole file. */
interface Checked {
  file: string;
  index: number | null;
  accepted: boolean;
  findings: Pick<Finding, 'severity' | 'path' | 'code' | 'message' | 'more'>[];
}

/**
 * Checks every record of the files as the directory would, which gets them as they are from another program; exit code 1 if it
 * would refuse one.
 */
export async function check(files: string[], options: CheckOptions, terminal: Terminal): Promise<number> {
  await requireFiles(files);
  const known = options.journals ? await readKnownJournals(options.journals) : null;
  const checkRecord =
    options.kind === 'application'
      ? applicationCheck(options.dialect, known)
      : articleCheck(options.dialect, known);
  const choices = { ...(await readerChoices(options, known?.journals ?? [], terminal)), isAsItIs: true };
  let accepted = 0;
  let refused = 0;
  const print = options.json
    ? (checked: Checked) => terminal.out(`${JSON.stringify(worded(checked))}\n`)
    : (checked: Checked) => terminal.out(checkedText(checked));
  for (const file of files) {
    for await (const read of readInput(file, { format: options.format, choices }, terminal)) {
      const findings =
        'record' in read
          ? checkRecord(asJudged(read, options.kind), placeOf(placeIn(file, read), read.index)).map(
              withoutHelp,
            )
          : [{ severity: 'error' as const, path: '', code: 'unreadable', message: read.message }];
      const good = !findings.some((finding) => finding.severity === 'error');
      if (good) accepted += 1;
      else refused += 1;
      print({
        file: placeIn(file, read),
        index: read.index === null ? null : read.index - 1,
        accepted: good,
        findings,
      });
    }
  }
  if (!options.json) terminal.out(lineOf(t('cli.check.summary', { accepted, refused })));
  return refused > 0 ? exitCodes.refused : exitCodes.done;
}

/** The record with its numbers as texts where the directory makes texts of them. */
function asJudged({ record, written }: ReadRecord, kind: CheckOptions['kind']): DraftRecord {
  if (!written) return record;
  return withWrittenNumbers(record, written, kind === 'application' ? isApplicationText : isArticleText);
}

/** Members of an article that are no texts to the directory (reference/directory-api-addenda.md 4.1). */
const noTexts =
  /^(?:created_date|last_updated|admin\.in_doaj|bibjson\.(?:identifier\[\d+\]\.type|link\[\d+\]\.\w+))$/;

function isArticleText(path: string): boolean {
  return !noTexts.test(path);
}

function isApplicationText(path: string): boolean {
  const name = path.replace(/\[\d+\]/g, '[]').replace(/\[\]$/, '');
  return (
    acceptedFields()
      .find((field) => field.path === name)
      ?.coerce?.startsWith('unicode') ?? true
  );
}

type RecordCheck = (record: DraftRecord, place: string) => Checked['findings'];

function articleCheck(dialect: Dialect, known: KnownJournals | null): RecordCheck {
  const context = { dialect, journals: known?.journals ?? null, now: new Date() };
  const seen = new Map<string, string>();
  return (record, place) => [...checkArticle(record, context), ...findDuplicate(record, place, seen)];
}

/** The records are checked as they are. */
function applicationCheck(dialect: Dialect, known: KnownJournals | null): RecordCheck {
  const now = new Date();
  return (record) => {
    const id = getAt(record, 'admin.current_journal');
    return checkApplication(record, {
      dialect,
      now,
      isPayload: true,
      journals: known?.journals ?? null,
      journal: known ? (known.journals.find((journal) => journal.id === id)?.record ?? null) : undefined,
      request: known ? openRequest(known, id) : undefined,
    });
  };
}

/** The latest Update Request for a journal, if the file of journals also holds applications. */
function openRequest({ journals, applications }: KnownJournals, id: unknown): KnownRequest | undefined {
  const latest = applications
    .filter((application) => getAt(application, 'admin.current_journal') === id)
    .sort((a, b) => String(getAt(a, 'created_date')).localeCompare(String(getAt(b, 'created_date'))))
    .at(-1);
  if (!latest) return undefined;
  const owner = getAt(latest, 'admin.owner');
  const status = getAt(latest, 'admin.application_status');
  return {
    status: typeof status === 'string' ? status : null,
    mine: owner === undefined || journals.some((journal) => journal.mine && journal.owner === owner),
  };
}

/** A warning if an earlier record has the same DOI or full-text address: the directory would not store both. */
function findDuplicate(record: unknown, place: string, seen: Map<string, string>): Checked['findings'] {
  const { doi, url } = articleKeys(record);
  const keys = [...(doi ? [`doi ${doi}`] : []), ...(url ? [`url ${url}`] : [])];
  const earlier = keys.map((key) => seen.get(key)).find((found) => found !== undefined);
  for (const key of keys) if (!seen.has(key)) seen.set(key, place);
  if (earlier === undefined) return [];
  const message = msg('cli.check.duplicate', { place: earlier });
  return [{ severity: 'warning', path: '', code: 'duplicate-in-file', message }];
}

function withoutHelp({
  severity,
  path,
  code,
  message,
  more,
}: Checked['findings'][number]): Checked['findings'][number] {
  return { severity, path, code, message, ...(more !== undefined && { more }) };
}

function placeOf(file: string, index: number | null): string {
  return index === null ? file : t('cli.check.place', { file, number: index });
}

function checkedText(checked: Checked): string {
  const place = placeOf(checked.file, checked.index === null ? null : checked.index + 1);
  const head = `${t('common.labelled', { label: place })} ${t(checked.accepted ? 'cli.check.accepted' : 'cli.check.refused')}`;
  const lines = checked.findings.map(
    (finding) =>
      `  ${t(`severity.${finding.severity}`)}  ${finding.path ? `${t('common.labelled', { label: finding.path })} ` : ''}${describe(finding.message)}`,
  );
  return [head, ...lines].map(lineOf).join('');
}
