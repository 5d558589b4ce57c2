import type { Command, Option } from 'commander';
import { t } from '../../shared/i18n/i18n.ts';

/** Translates the command line's help and its own errors; call it for the program before adding commands. */
export function wordCommander(program: Command, write: (text: string) => void): Command {
  return program
    .helpOption('-h, --help', t('cli.option.help'))
    .helpCommand('help [command]', t('cli.option.help'))
    .configureHelp({ styleTitle: title, optionDescription })
    .configureOutput({ outputError: (text) => write(commanderError(text)) });
}

/** Translates an error of commander; an unknown one stays as it is. */
export function commanderError(text: string): string {
  const [first = '', ...more] = text.trimEnd().split('\n');
  const found = errors.flatMap(([pattern, words]) => {
    const values = pattern.exec(first)?.groups;
    return values ? [words(values)] : [];
  })[0];
  if (found === undefined) return text;
  return `${[found, ...more.map(suggestion)].join('\n')}\n`;
}

type Values = Record<string, string>;

/** The messages of commander 15 (lib/command.js), and ours. */
const errors: readonly [RegExp, (values: Values) => string][] = [
  [/^error: missing required argument '(?<name>.+)'$/, ({ name }) => t('cli.usage.argument', { name })],
  [
    /^error: option '(?<option>.+)' argument missing$/,
    ({ option }) => t('cli.usage.optionValue', { option }),
  ],
  [
    /^error: required option '(?<option>.+)' not specified$/,
    ({ option }) => t('cli.usage.required', { option }),
  ],
  [/^error: unknown option '(?<option>.+)'$/, ({ option }) => t('cli.usage.unknownOption', { option })],
  [/^error: unknown command '(?<name>.+)'$/, ({ name }) => t('cli.usage.unknownCommand', { name })],
  [
    /^error: too many arguments(?: for '.+')?\. Expected \d+ arguments? but got \d+: (?<given>.+)\.$/,
    ({ given }) => t('cli.usage.tooMany', { given }),
  ],
];

/** `(Did you mean send?)` */
function suggestion(line: string): string {
  const names = /^\(Did you mean (?:one of )?(?<names>.+)\?\)$/.exec(line)?.groups?.names;
  return names === undefined ? line : t('cli.usage.suggestion', { names });
}

function title(text: string): string {
  if (text === 'Usage:') return t('cli.help.usage');
  if (text === 'Arguments:') return t('cli.help.arguments');
  if (text === 'Options:') return t('cli.help.options');
  return text === 'Commands:' ? t('cli.help.commands') : text;
}

function optionDescription({ description, defaultValue, required, optional }: Option): string {
  const isShown = (required || optional) && defaultValue !== undefined && defaultValue !== '';
  return isShown ? `${description} (${t('cli.help.default', { value: String(defaultValue) })})` : description;
}
