import type { DraftRecord } from '../../../shared/draft/draft.ts';
import type { ImportFormat, WrittenFormat } from '../../../shared/draft/fileFormats.ts';
import { notePath } from '../../../shared/draft/importNotes.ts';
import { AppError } from '../../../shared/errors.ts';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import { type Message, msg, sentences } from '../../../shared/message.ts';
import { visibleJson } from '../../../shared/text/visibleText.ts';
import { formats } from '../../formats/formats.ts';
import { journalTitlesOf } from '../../formats/journalTitles.ts';
import { Losses } from '../../formats/losses.ts';
import { isRecord, placeIn, type ReadItem } from '../../formats/readRecord.ts';
import { tidyIdentifiers } from '../../formats/tidyIdentifiers.ts';
import { readKnownJournals } from '../knownJournals.ts';
import { writeResult } from '../newFile.ts';
import { type ReaderOptions, readerChoices } from '../readerChoices.ts';
import { readInput, requireFiles } from '../readInput.ts';
import { exitCodes, lineOf, type Terminal } from '../terminal.ts';
import { worded } from '../worded.ts';

interface ConvertOptions extends ReaderOptions {
  from: ImportFormat | 'auto';
  to: WrittenFormat;
  out?: string;
  journals?: string;
  json?: boolean;
}

/** A record with remarks on it; `index` counts from 0 and is null for a problem of the whole file. */
interface Converted {
  file: string;
  index: number | null;
  /** Null if the record could not be read. */
  article: DraftRecord | null;
  problems: Problem[];
}

interface Problem {
  severity: 'error' | 'warning';
  path: string;
  code: string;
  message: Message;
}

/** Converts the records of the files; exit code 1 if one has errors, or could not be read or written. */
export async function convert(files: string[], options: ConvertOptions, terminal: Terminal): Promise<number> {
  if (options.json && options.to !== 'jsonl')
    throw new AppError(
      'input',
      msg('cli.convert.jsonNeedsJsonl', { option: '--json', target: '--to jsonl' }),
    );
  await requireFiles(files);
  const journals = options.journals ? (await readKnownJournals(options.journals)).journals : [];
  const choices = await readerChoices(options, journals, terminal);
  let code: number = exitCodes.done;

  async function* convertAll(): AsyncGenerator<Converted> {
    for (const file of files) {
      for await (const item of readInput(file, { format: options.from, choices }, terminal)) {
        const converted = convertedItem(file, item);
        if (converted.problems.some(({ severity }) => severity === 'error')) code = exitCodes.refused;
        yield converted;
      }
    }
  }
  if (options.json) await writeResult(jsonLines(convertAll()), options.out, terminal);
  else {
    const losses = new Losses();
    const places: string[] = [];
    const writeFormat = await formats[options.to].write();
    const articles = articlesOf(convertAll(), places, terminal);
    await writeResult(
      writeFormat(articles, { losses, journalTitles: journalTitlesOf(journals) }),
      options.out,
      terminal,
    );
    reportLosses(losses, places, terminal);
    if (losses.leftOut.length > 0) code = exitCodes.refused;
  }
  return code;
}

/** A record or problem with its place, as printed on one JSON line. */
export function convertedItem(file: string, item: ReadItem): Converted {
  const place = { file: placeIn(file, item), index: item.index === null ? null : item.index - 1 };
  if (isRecord(item))
    return {
      ...place,
      article: tidyIdentifiers(item.record),
      problems: item.notes.map((note) => problemOf(note, item.record)),
    };
  const { message } = item;
  return {
    ...place,
    article: null,
    problems: [{ severity: 'error', path: '', code: 'unreadable', message }],
  };
}

/** Its code is the last part of the message's name: `import.error.severalDois` is `several-dois`. */
function problemOf(message: Message, record: DraftRecord): Problem {
  const [, kind, name = ''] = message.key.split('.');
  const code = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return { severity: kind === 'error' ? 'error' : 'warning', path: notePath(message, record), code, message };
}

export async function* jsonLines(all: AsyncIterable<Converted>): AsyncGenerator<string> {
  for await (const converted of all) {
    const { problems, ...rest } = converted;
    yield `${visibleJson(JSON.stringify({ ...rest, problems: worded(problems) }))}\n`;
  }
}

/** The articles. Their places are added to `places`, and remarks on them go to standard error. */
async function* articlesOf(
  all: AsyncIterable<Converted>,
  places: string[],
  terminal: Terminal,
): AsyncGenerator<DraftRecord> {
  for await (const { file, index, article, problems } of all) {
    const place = index === null ? file : t('cli.check.place', { file, number: index + 1 });
    for (const { severity, message } of problems) remark(place, severity, message, terminal);
    if (!article) continue;
    places.push(place);
    yield article;
  }
}

function reportLosses(losses: Losses, places: readonly string[], terminal: Terminal): void {
  for (const { index, reason } of losses.leftOut)
    remark(places[index - 1]!, 'error', sentences([msg('cli.convert.leftOut'), reason]), terminal);
  for (const { part, records } of losses.parts)
    terminal.err(lineOf(t('cli.convert.lost', { part: describe(part), count: records })));
}

/** A line about a record, on standard error. */
export function remark(
  place: string,
  severity: Problem['severity'],
  message: Message,
  terminal: Terminal,
): void {
  terminal.err(
    lineOf(`${t('common.labelled', { label: place })} ${t(`severity.${severity}`)}  ${describe(message)}`),
  );
}
