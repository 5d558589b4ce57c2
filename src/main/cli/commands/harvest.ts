import { z } from 'zod';
import type { Handlers } from '../../../shared/contract/contract.ts';
import { AppError } from '../../../shared/errors.ts';
import type { HarvestOffer } from '../../../shared/harvest/harvest.ts';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import { literal, msg } from '../../../shared/message.ts';
import { readArticles } from '../../formats/readArticles.ts';
import { xmlText } from '../../formats/text/decodeText.ts';
import { followRun } from '../followRun.ts';
import { refuseUnwritable, writeResult } from '../newFile.ts';
import { exitCodes, lineOf, type Terminal } from '../terminal.ts';
import { withServices } from '../withServices.ts';
import { findAccount } from './accounts.ts';
import { convertedItem, jsonLines } from './convert.ts';

interface HarvestOptions {
  offers?: boolean;
  prefix?: string;
  set?: string;
  since?: string;
  account?: string;
  out?: string;
  contact?: string;
  json?: boolean;
  data?: string;
}

/**
 * Harvests a repository and writes its records as one OAI-PMH response, or with `--json` as article JSON, one per line;
 * with `--offers` prints its formats and sets. With an account, fetches only changes since its last run whose records
 * could be written. Exit code 1 if the harvest failed after some records.
 */
export async function harvest(address: string, options: HarvestOptions, terminal: Terminal): Promise<number> {
  const { since } = options;
  if (since !== undefined && !z.iso.date().safeParse(since).success)
    throw new AppError('input', msg('cli.harvest.date', { option: '--since', date: since }));
  return withServices(options, terminal, async (parts) => {
    const { handlers } = parts;
    const accountId =
      options.account === undefined ? null : (await findAccount(options.account, handlers)).id;
    const offer = await handlers['harvest.offer']({ accountId, address });
    if (options.offers) return printOffer(offer, options, terminal);
    const prefix = options.prefix ?? offer.formats.find(({ isReadable }) => isReadable)?.prefix;
    if (prefix === undefined)
      throw new AppError('remote', msg('harvest.problem.no-format.message', { address }));
    // A complete harvest is not repeated, so its records must have a place.
    refuseUnwritable(options.out);
    const begun = await handlers['harvest.start']({
      accountId,
      address: offer.address,
      prefix,
      set: options.set ?? '',
      since: since ?? (accountId === null ? null : 'last'),
      resumes: false,
      imports: false,
    });
    const run = await followRun('harvest.changed', begun, {
      subscribe: parts.subscribe,
      current: () => handlers['harvest.get']({ accountId }),
      describe: ({ received }) => t('cli.harvest.progress', { count: received }),
      show: terminal.err,
    });
    const responses = await readResponses(accountId, handlers);
    if (responses.length > 0) {
      const pieces = options.json ? recordLines(responses) : mergeResponses(responses);
      await writeResult(pieces, options.out, terminal);
    }
    await handlers['harvest.settle']({ accountId });
    for (const note of run.notes) terminal.err(lineOf(describe(note)));
    for (const { identifier, title, how } of run.goneRecords)
      terminal.err(
        lineOf(t(`cli.harvest.gone.${how}`, { identifier, title: title || t('common.untitled') })),
      );
    terminal.err(lineOf(t('cli.harvest.done', { count: run.received, gone: run.gone })));
    if (run.state === 'done') return exitCodes.done;
    if (run.received === 0) throw new AppError('remote', run.problem ?? msg('shell.bug.message'));
    terminal.err(lineOf(describe(run.problem ?? literal(''))));
    return exitCodes.refused;
  });
}

function printOffer(offer: HarvestOffer, { json }: HarvestOptions, { out }: Terminal): number {
  if (json) out(`${JSON.stringify(offer)}\n`);
  else {
    out(`${lineOf(offer.name)}${lineOf(offer.address)}`);
    for (const { prefix, isReadable } of offer.formats)
      out(lineOf(t(isReadable ? 'cli.harvest.format' : 'cli.harvest.otherFormat', { prefix })));
    for (const { spec, name } of offer.sets) out(lineOf(t('cli.harvest.set', { spec, name })));
  }
  return exitCodes.done;
}

async function readResponses(accountId: string | null, handlers: Handlers): Promise<Buffer[]> {
  const pieces: Buffer[] = [];
  let sizes: number[] = [];
  for (let at = 0; ; ) {
    const read = await handlers['harvest.read']({ accountId, at });
    const piece = Buffer.from(read.piece, 'base64');
    sizes = read.sizes;
    if (piece.length === 0) break;
    pieces.push(piece);
    at += piece.length;
  }
  const all = Buffer.concat(pieces);
  let start = 0;
  return sizes.map((size) => {
    start += size;
    return all.subarray(start - size, start);
  });
}

/**
 * The records of all responses within the root element of the first one, whose prefixes they use. One piece for each
 * response: all of them may be longer than a text can be.
 */
export async function* mergeResponses(responses: readonly Buffer[]): AsyncGenerator<string> {
  let end = '';
  for (const bytes of responses) {
    const text = await xmlText(bytes);
    if (end === '') {
      const root = /<(?:[\w.-]+:)?OAI-PMH\b[^>]*>/.exec(text)?.[0] ?? '<OAI-PMH>';
      const name = /^<([^\s>]+)/.exec(root)?.[1] ?? 'OAI-PMH';
      const date = /<(?:[\w.-]+:)?responseDate>[^<]*<\/[^>]*>/.exec(text)?.[0] ?? '';
      end = `</ListRecords>\n</${name}>\n`;
      yield `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n${date}\n<ListRecords>${recordsOf(text)}`;
    } else yield `\n${recordsOf(text)}`;
  }
  yield end;
}

/** What a response lists, without the token that asks for the next one. */
function recordsOf(text: string): string {
  const list =
    /<(?:[\w.-]+:)?(?:ListRecords|GetRecord)\b[^>]*>([\s\S]*)<\/(?:[\w.-]+:)?(?:ListRecords|GetRecord)>/.exec(
      text,
    )?.[1] ?? '';
  return list.replace(/<((?:[\w.-]+:)?resumptionToken)\b(?:[^>]*\/>|[^>]*>[^<]*<\/\1>)/g, '');
}

function recordLines(responses: readonly Buffer[]): AsyncGenerator<string> {
  async function* items() {
    for (const [at, bytes] of responses.entries()) {
      const file = t('cli.harvest.response', { number: at + 1 });
      async function* once() {
        yield bytes;
      }
      for await (const item of readArticles(once(), { format: 'oai', fileName: file }))
        yield convertedItem(file, item);
    }
  }
  return jsonLines(items());
}
