import { t } from '../../../shared/i18n/i18n.ts';
import { diagnoseFolder } from '../../diagnose/diagnoseFolder.ts';
import { systemClock } from '../../platform/clock.ts';
import { openKeychain } from '../../platform/secrets/keychain.ts';
import { writeResult } from '../newFile.ts';
import { exitCodes, lineOf, type Terminal } from '../terminal.ts';

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
    await writeResult([text], options.out, terminal);
    terminal.out(lineOf(t('cli.diagnose.written', { file: options.out })));
  }
  return exitCodes.done;
}
