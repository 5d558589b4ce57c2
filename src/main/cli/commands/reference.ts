import type { Command } from 'commander';
import { t } from '../../../shared/i18n/i18n.ts';
import { buildCommands } from '../commands.ts';

/** The reference of the command line as Markdown (docs/cli.md), from the descriptions of the commands. */
export function cliReference(): string {
  const silent = () => {};
  const { program } = buildCommands({
    argv: [],
    stdin: process.stdin,
    out: silent,
    outData: () => Promise.resolve(),
    isScreen: false,
    err: silent,
    environment: {},
  });
  const parts = [
    `# ${program.name()} on the command line`,
    'Made by `npm run docs:cli` from the commands themselves.',
    program.description(),
    table(program),
    variables(),
    ...program.commands.flatMap((command) => describe(command, program.name())),
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

function describe(command: Command, parent: string): string[] {
  const name = `${parent} ${command.name()}`;
  if (command.commands.length > 0) return command.commands.flatMap((inner) => describe(inner, name));
  return [`## ${name}`, command.description(), `    ${name} ${command.usage()}`, table(command)].filter(
    Boolean,
  );
}

/** The variables of the environment that concern the key. */
function variables(): string {
  return [
    `| ${t('cli.environment.name')} | ${t('cli.environment.purpose')} |`,
    '|---|---|',
    `| \`COLOPHON_API_KEY\` | ${t('cli.environment.key')} |`,
    `| \`COLOPHON_API_KEY_ORIGIN\` | ${t('cli.environment.origin')} |`,
  ].join('\n');
}

/** Options with their descriptions; empty if there are none. */
function table(command: Command): string {
  const lines = command.options
    .filter(({ hidden }) => !hidden)
    .map(
      ({ flags, description }) =>
        `| \`${flags.replaceAll('|', '\\|')}\` | ${description.replaceAll('|', '\\|')} |`,
    );
  return lines.length === 0 ? '' : ['| Option | What it does |', '|---|---|', ...lines].join('\n');
}
