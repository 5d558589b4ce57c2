import { writeFileSync } from 'node:fs';
import { AppError } from '../../shared/errors.ts';
import { t } from '../../shared/i18n/i18n.ts';
import { msg } from '../../shared/message.ts';
import { diagnoseFolder } from '../diagnose/diagnoseFolder.ts';
import { systemClock } from '../platform/clock.ts';
import { openKeychain } from '../platform/keychain.ts';
import { exitCodes, type Terminal } from './terminal.ts';

/** Prints the diagnostics of a data folder as JSON, or writes them to a new file. */
export async function printDiagnosis(
  options: { data?: string; out?: string },
  terminal: Terminal,
): Promise<number> {
  const report = diagnoseFolder({
    data: options.data,
    environment: terminal.environment,
    now: systemClock.now(),
    keychain: await openKeychain(),
  });
  const text = `${JSON.stringify(report, null, 2)}\n`;
  if (options.out === undefined) terminal.out(text);
  else {
    write(options.out, text);
    terminal.out(`${t('cli.diagnose.written', { file: options.out })}\n`);
  }
  return exitCodes.done;
}

function write(file: string, text: string): void {
  try {
    writeFileSync(file, text, { flag: 'wx', mode: 0o600 });
  } catch (cause) {
    const isThere = cause instanceof Error && 'code' in cause && cause.code === 'EEXIST';
    throw new AppError('input', msg('cli.diagnose.notWritten', { file }), {
      why: msg(`cli.diagnose.${isThere ? 'isThere' : 'noPlace'}`),
      fix: msg('cli.diagnose.another'),
      cause,
    });
  }
}
