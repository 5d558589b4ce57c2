import { Command, CommanderError } from 'commander';
import { dialects } from '../../shared/choices.ts';
import { importFormats as formats, writtenFormats } from '../../shared/draft/fileFormats.ts';
import { AppError } from '../../shared/errors.ts';
import { chooseLanguage, language, speak, t } from '../../shared/i18n/i18n.ts';
import { addMainTexts } from '../../shared/i18n/mainTexts.ts';
import { languages } from '../../shared/languages.ts';
import { msg } from '../../shared/message.ts';
import { visibleJson, visibleText } from '../../shared/text/visibleText.ts';
import { standardFolder } from '../platform/files/dataFolder.ts';
import { environmentLanguages } from '../platform/languages.ts';
import { useSavedPack } from '../platform/rulePack/savedPack.ts';
import { version } from '../platform/version.ts';
import { wordCommander } from './commanderWords.ts';
import { addBackupCommands, addJournalFileCommands, addOfficeCommands } from './commandGroups.ts';
import { addWaitOption, oneOf, readLimit, readPort, refuseEmpty, usage } from './optionValues.ts';
import { errorText, exitCodeOfError, exitCodes, type Terminal } from './terminal.ts';

/** The command line. Each command loads its own module when called, so that `check` starts without a database. */
export function createCommands(host: Terminal): { run(): Promise<number> } {
  const terminal = withVisibleText(host);
  return {
    async run() {
      await addMainTexts();
      try {
        const spoken = readLanguage(terminal);
        await speak(chooseLanguage('system', environmentLanguages(spoken.environment)));
        return await buildCommands(spoken).run();
      } catch (error) {
        return explain(error, terminal);
      }
    },
  };
}

/** Moves `--language`, which may appear anywhere and overrides the environment, into the environment. */
function readLanguage(terminal: Terminal): Terminal {
  const argv = [...terminal.argv];
  const at = argv.findIndex((text) => /^--language(=|$)/.test(text));
  if (at < 0) return terminal;
  const [option = ''] = argv.splice(at, 1);
  const value = option.includes('=') ? option.slice('--language='.length) : argv.splice(at, 1)[0];
  if (value === undefined) throw usage(msg('cli.usage.optionValue', { option: '--language' }));
  return { ...terminal, argv, environment: { ...terminal.environment, LC_ALL: oneOf(...languages)(value) } };
}

/** Every command, ready to run or to describe. */
export function buildCommands(terminal: Terminal): { program: Command; run(): Promise<number> } {
  let code: number = exitCodes.done;
  const finish = async (exitCode: Promise<number>) => {
    code = await exitCode;
  };
  const program = new Command('colophon')
    .description(t('cli.description'))
    .version(version, '-V, --version', t('cli.option.version'))
    .option('--language <language>', t('cli.option.language'))
    .exitOverride()
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.err });
  wordCommander(program, terminal.err);
  program.hook('preAction', async (_program, command) => {
    refuseEmpty(command);
    const { data = standardFolder('data', terminal.environment) } = command.opts<{ data?: string }>();
    const problem = await useSavedPack(data);
    if (problem) terminal.err(errorText(problem));
  });

  program
    .command('serve')
    .description(t('cli.serve.description'))
    .option('--port <number>', t('cli.option.port'), readPort)
    .option('--no-open', t('cli.option.noOpen'))
    .option('--data <folder>', t('cli.option.data'))
    .action(async (options) => {
      const { runWeb } = await import('../shell/runWeb.ts');
      await runWeb({ ...options, environment: terminal.environment });
    });

  program
    .command('sandbox')
    .description(t('cli.sandbox.description'))
    .option('--port <number>', t('cli.option.port'), readPort)
    .option('--world <file>', t('cli.option.world'))
    .option('--no-limit', t('cli.option.noLimit'))
    .option('--profile <name>', t('cli.option.profile'), oneOf('2026-08', 'next'))
    .action(async (options) => finish((await import('./commands/sandbox.ts')).sandbox(options, terminal)));

  const account = program.command('account').description(t('cli.account.description'));
  addWaitOption(account.command('add <name>'))
    .description(t('cli.account.add'))
    .requiredOption('--base <address>', t('cli.option.base'))
    .option('--dialect <version>', t('cli.option.accountDialect'), oneOf(...dialects))
    .option('--username <name>', t('cli.option.username'), '')
    .option('--data <folder>', t('cli.option.data'))
    .action(async (name, options) =>
      finish((await import('./commands/accounts.ts')).addAccount(name, options, terminal)),
    );
  account
    .command('list')
    .description(t('cli.account.list'))
    .option('--json', t('cli.option.json'))
    .option('--data <folder>', t('cli.option.data'))
    .action(async (options) =>
      finish((await import('./commands/accounts.ts')).listAccounts(options, terminal)),
    );
  addWaitOption(account.command('test <name>'))
    .description(t('cli.account.test'))
    .option('--data <folder>', t('cli.option.data'))
    .action(async (name, options) =>
      finish((await import('./commands/accounts.ts')).testAccount(name, options, terminal)),
    );
  addWaitOption(account.command('key <name>'))
    .description(t('cli.account.key'))
    .option('--remove', t('cli.option.removeKey'))
    .option('--data <folder>', t('cli.option.data'))
    .action(async (name, options) =>
      finish((await import('./commands/accounts.ts')).changeKey(name, options, terminal)),
    );
  account
    .command('remove <name>')
    .description(t('cli.account.remove'))
    .option('--accept-loss', t('cli.option.acceptRemoval'))
    .option('--data <folder>', t('cli.option.data'))
    .action(async (name, options) =>
      finish((await import('./commands/accounts.ts')).removeAccount(name, options, terminal)),
    );

  const check = program
    .command('check <files...>')
    .description(t('cli.check.description'))
    .option('--kind <kind>', t('cli.option.kind'), oneOf('article', 'application'), 'article')
    .option('--format <format>', t('cli.option.format', { formats }), oneOf('auto', ...formats), 'auto')
    .option('--dialect <version>', t('cli.option.dialect'), oneOf(...dialects), '3.0.1')
    .option('--journals <file>', t('cli.option.journals'));
  addReaderOptions(check)
    .option('--json', t('cli.option.json'))
    .option('--data <folder>', t('cli.option.data'))
    .action(async (files, options) =>
      finish((await import('./commands/check.ts')).check(files, options, terminal)),
    );

  const convert = program
    .command('convert <files...>')
    .description(t('cli.convert.description'))
    .option('--from <format>', t('cli.option.format', { formats }), oneOf('auto', ...formats), 'auto')
    .requiredOption(
      '--to <format>',
      t('cli.option.to', { formats: writtenFormats }),
      oneOf(...writtenFormats),
    )
    .option('--out <file>', t('cli.option.out'))
    .option('--journals <file>', t('cli.option.convertJournals'));
  addReaderOptions(convert)
    .option('--json', t('cli.option.convertJson'))
    .option('--data <folder>', t('cli.option.data'))
    .action(async (files, options) =>
      finish((await import('./commands/convert.ts')).convert(files, options, terminal)),
    );

  const upload = addWaitOption(program.command('upload <files...>'))
    .description(t('cli.upload.description'))
    .requiredOption('--account <name>', t('cli.option.account'))
    .option('--format <format>', t('cli.option.format', { formats }), oneOf('auto', ...formats), 'auto');
  addReaderOptions(upload)
    .option('--empty-cells <what>', t('cli.option.emptyCells'), oneOf('keep', 'clear'))
    .option('--dry-run', t('cli.option.dryRun'))
    .option('--include-hard-to-find', t('cli.option.includeHardToFind'))
    .option('--include-deleted', t('cli.option.includeDeleted'))
    .option('--without-keeping', t('cli.option.withoutKeeping'))
    .option('--without-looking', t('cli.option.withoutLooking'))
    .option('--json', t('cli.option.json'))
    .option('--data <folder>', t('cli.option.data'))
    .action(async (files, options) =>
      finish((await import('./commands/upload.ts')).upload(files, options, terminal)),
    );

  program
    .command('compliance')
    .description(t('cli.compliance.description'))
    .option('--issn <issns...>', t('cli.option.issn'))
    .option('--funder <ids...>', t('cli.option.funder'))
    .option('--ror <ids...>', t('cli.option.ror'))
    .option('--lang <language>', t('cli.option.lang'), language())
    .option('--matrix <file>', t('cli.option.matrix'))
    .option('--checker <address>', t('cli.option.checker'))
    .option('--read <file>', t('cli.option.read'))
    .option('--pack <file>', t('cli.option.pack'))
    .option('--config <file>', t('cli.option.config'))
    .option('--json', t('cli.option.json'))
    .option('--data <folder>', t('cli.option.data'))
    .action(async (options) =>
      finish((await import('./commands/compliance.ts')).compliance(options, terminal)),
    );

  addQueryOptions(program.command('query <texts...>').description(t('cli.query.description')))
    .option('--dialect <version>', t('cli.option.dialect'), oneOf(...dialects), '3.0.1')
    .action(async (texts, options) =>
      finish((await import('./commands/query.ts')).query(texts, options, terminal)),
    );

  addWaitOption(
    addQueryOptions(program.command('search <texts...>').description(t('cli.search.description'))),
  )
    .requiredOption('--account <name>', t('cli.option.searchAccount'))
    .option('--data <folder>', t('cli.option.data'))
    .action(async (texts, options) =>
      finish((await import('./commands/search.ts')).search(texts, options, terminal)),
    );

  addWaitOption(program.command('update-requests'))
    .description(t('cli.updateRequests.description'))
    .option('--refresh', t('cli.option.refresh'))
    .option('--account <name>', t('cli.option.accountOf'))
    .option('--json', t('cli.option.json'))
    .option('--data <folder>', t('cli.option.data'))
    .action(async (options) =>
      finish((await import('./commands/updateRequests.ts')).updateRequests(options, terminal)),
    );

  addWaitOption(program.command('compare'))
    .description(t('cli.compare.description'))
    .requiredOption('--journal <issn>', t('cli.option.journal'))
    .requiredOption('--year <year>', t('cli.option.year'))
    .option('--account <name>', t('cli.option.accountToCompare'))
    .option('--json', t('cli.option.json'))
    .option('--data <folder>', t('cli.option.data'))
    .action(async (options) => finish((await import('./commands/compare.ts')).compare(options, terminal)));

  program
    .command('harvest <address>')
    .description(t('cli.harvest.description'))
    .option('--offers', t('cli.option.offers'))
    .option('--prefix <format>', t('cli.option.prefix'))
    .option('--set <set>', t('cli.option.set'))
    .option('--since <date>', t('cli.option.since'))
    .option('--account <name>', t('cli.option.harvestAccount'))
    .option('--out <file>', t('cli.option.out'))
    .option('--contact <address>', t('cli.option.contact'))
    .option('--json', t('cli.option.harvestJson'))
    .option('--data <folder>', t('cli.option.data'))
    .action(async (address, options) =>
      finish((await import('./commands/harvest.ts')).harvest(address, options, terminal)),
    );

  addWaitOption(program.command('sync'))
    .description(t('cli.sync.description'))
    .requiredOption('--journal <issn>', t('cli.option.syncJournal'))
    .option('--account <name>', t('cli.option.syncAccount'))
    .option('--source <source>', t('cli.option.syncSource'), oneOf('oai', 'crossref'))
    .option('--send', t('cli.option.syncSend'))
    .option('--limit <number>', t('cli.option.syncLimit'), readLimit)
    .option('--json', t('cli.option.json'))
    .option('--data <folder>', t('cli.option.data'))
    .action(async (options) => finish((await import('./commands/sync.ts')).sync(options, terminal)));

  program
    .command('links [files...]')
    .description(t('cli.links.description'))
    .option('--account <name>', t('cli.option.linksAccount'))
    .option('--contact <address>', t('cli.option.contact'))
    .option('--json', t('cli.option.json'))
    .option('--data <folder>', t('cli.option.data'))
    .action(async (files, options) =>
      finish((await import('./commands/links.ts')).links(files, options, terminal)),
    );

  program
    .command('watch')
    .description(t('cli.watch.description'))
    .option('--account <name>', t('cli.option.accountOf'))
    .option('--once', t('cli.watch.once'))
    .option('--inventory', t('cli.watch.inventory'))
    .option('--mail <file>', t('cli.watch.mail'))
    .option('--json', t('cli.option.json'))
    .option('--data <folder>', t('cli.option.data'))
    .action(async (options) => finish((await import('./commands/watch.ts')).watch(options, terminal)));

  const parts = { program, terminal, finish };
  addJournalFileCommands(parts);
  addBackupCommands(parts);
  addOfficeCommands(parts);

  program
    .command('rules')
    .description(t('cli.rules.description'))
    .option('--file <file>', t('cli.rules.file'))
    .option('--json', t('cli.option.json'))
    .option('--data <folder>', t('cli.option.data'))
    .action(async (options) => finish((await import('./commands/rules.ts')).rules(options, terminal)));

  program
    .command('diagnose')
    .description(t('cli.diagnose.description'))
    .option('--out <file>', t('cli.option.out'))
    .option('--data <folder>', t('cli.option.data'))
    .action(async (options) =>
      finish((await import('./commands/diagnose.ts')).printDiagnosis(options, terminal)),
    );

  return {
    program,
    async run() {
      try {
        await program.parseAsync(terminal.argv);
        return code;
      } catch (error) {
        return explain(error, terminal);
      }
    },
  };
}

/** Text from a record or a response must not move the cursor, colour the screen or change the direction of writing. */
function withVisibleText(host: Terminal): Terminal {
  const visible = host.argv.includes('--json') ? visibleJson : visibleText;
  return {
    ...host,
    out: (text) => host.out(visible(text)),
    outData: (piece) => host.outData(host.isScreen && typeof piece === 'string' ? visible(piece) : piece),
    err: (text) => host.err(visibleText(text)),
  };
}

/** The options of commands that read files of articles. */
function addReaderOptions(command: Command): Command {
  return command
    .option('--encoding <name>', t('cli.option.encoding'))
    .option('--name-order <part>', t('cli.option.nameOrder'), oneOf('family', 'given'))
    .option('--keep-decoded-twice', t('cli.option.keepDecodedTwice'))
    .option('--mapping <file>', t('cli.option.mapping'))
    .option('--journal <issn>', t('cli.option.journalOf'));
}

/** The options that `query` and `search` share; with them a query that begins with a dash is not an option. */
function addQueryOptions(command: Command): Command {
  return command
    .helpOption('--help', t('cli.option.help'))
    .allowUnknownOption()
    .requiredOption('--kind <kind>', t('cli.option.searchKind'), oneOf('journal', 'article', 'application'))
    .option('--sort <field>', t('cli.option.sort'))
    .option('--page <number>', t('cli.option.page'))
    .option('--page-size <number>', t('cli.option.pageSize'))
    .option('--json', t('cli.option.json'));
}

function explain(error: unknown, terminal: Terminal): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
  if (!(error instanceof AppError)) throw error;
  terminal.err(errorText(error));
  return exitCodeOfError(error);
}
