import { t } from '../../../shared/i18n/i18n.ts';
import { rulePackLines } from '../../../shared/i18n/rulePackText.ts';
import { fail } from '../../platform/failures.ts';
import { maxPackBytes } from '../../platform/rulePack/signedText.ts';
import { readGivenFile, sizeOfFile } from '../givenFiles.ts';
import { exitCodes, lineOf, type Terminal } from '../terminal.ts';
import { withServices } from '../withServices.ts';
import { worded } from '../worded.ts';

/** Prints which rule pack is in use, after taking a newer one from a file if one is given. */
export async function rules(
  options: { file?: string; json?: boolean; data?: string },
  terminal: Terminal,
): Promise<number> {
  const { file } = options;
  const text = file === undefined ? null : await readPackFile(file);
  return withServices({ ...options, isIdle: true }, terminal, async ({ handlers }) => {
    const state =
      text === null ? await handlers['app.rules']({}) : await handlers['app.installRules']({ text });
    if (options.json) terminal.out(`${JSON.stringify(worded(state))}\n`);
    else {
      const { version, date, origin } = state;
      const name = t('settings.facts.pack.name', { version });
      terminal.out(lineOf(`${name}. ${t(`settings.facts.pack.from.${origin}`, { date })}`));
      for (const line of rulePackLines(state)) terminal.out(`  ${lineOf(line)}`);
    }
    return exitCodes.done;
  });
}

async function readPackFile(file: string): Promise<string> {
  if ((await sizeOfFile(file)) > maxPackBytes)
    throw fail('rulePack.tooLarge', { limit: maxPackBytes / 1_000_000 });
  return (await readGivenFile(file)).toString('utf8');
}
