import { monitorEventLoopDelay } from 'node:perf_hooks';
import { textOf } from '../helpers/textOf.ts';
import { startHost } from '../import/importHost.ts';
import { hostileFiles } from './hostileFiles.ts';

/** The result for a hostile file: seconds, peak MB, milliseconds for which the main thread was blocked, and messages. */
export interface Outcome {
  name: string;
  megabytes: number;
  seconds: number;
  peak: number;
  held: number;
  state: string;
  records: number;
  problems: number;
  words: string;
  /** Unexpected effects: errors in the log, or files left behind. */
  wrong: string[];
}

/** Imports one of the hostile files through the application's calls, in this process, and undoes it. */
export async function takeHostileFile(place: number): Promise<Outcome> {
  const { name, format, pieces, records } = hostileFiles[place]!;
  let size = 0;
  for (const piece of pieces()) size += Buffer.byteLength(piece);
  const host = startHost();
  const delay = monitorEventLoopDelay({ resolution: 5 });
  try {
    const { id } = await host.handlers['imports.open']({
      accountId: 'sandbox',
      name: 'a',
      size,
      format,
      asks: false,
    });
    let at = 0;
    for (const piece of pieces()) {
      const bytes = Buffer.from(piece as string);
      await host.handlers['imports.write']({ id, at, piece: bytes.toString('base64') });
      at += bytes.length;
    }
    const start = performance.now();
    delay.enable();
    await host.handlers['imports.read']({ id });
    const status = await host.reached(id, 'preview', 'failed');
    const seconds = (performance.now() - start) / 1_000;
    const problems = await host.problems(id);
    delay.disable();
    await host.handlers['imports.cancel']({ id });
    await host.scope.idle();
    const words = textOf(status.message ?? problems[0]?.message);
    const wrong = [
      ...host.logged.map((line) => JSON.stringify(line)),
      ...(host.hidden() > 0 ? [`${host.hidden()} hidden drafts are left`] : []),
      ...(status.read === records ? [] : [`${status.read} records, not ${records}`]),
      ...(status.read === 0 && words === '' ? ['Nothing was said.'] : []),
    ];
    return {
      ...{ name, megabytes: size / 1e6, seconds, held: delay.max / 1e6, wrong, words },
      ...{ peak: process.resourceUsage().maxRSS / 1_000, state: status.state },
      ...{ records: status.read, problems: status.problems },
    };
  } finally {
    await host.end();
  }
}

if (process.send) {
  const outcome = await takeHostileFile(Number(process.argv[2]));
  process.send(outcome, () => process.exit(0));
}
