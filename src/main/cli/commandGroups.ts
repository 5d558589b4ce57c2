import type { Command } from 'commander';
import { t } from '../../shared/i18n/i18n.ts';
import { addWaitOption } from './optionValues.ts';
import type { Terminal } from './terminal.ts';

export interface CommandParts {
  program: Command;
  terminal: Terminal;
  /** Waits for a command and makes its exit code that of the program. */
  finish: (exitCode: Promise<number>) => Promise<void>;
}

/** Adds the commands for Journal Update Files: check one, create Update Requests from it, write one. */
export function addJournalFileCommands({ program, terminal, finish }: CommandParts): void {
  const journalFile = program.command('journal-file').description(t('cli.journalFile.description'));
  const add = (name: string, description: string) =>
    addWaitOption(journalFile.command(name))
      .description(description)
      .option('--data <folder>', t('cli.option.data'));
  add('check <file>', t('cli.journalFile.check'))
    .option('--account <name>', t('cli.option.fileAccount'))
    .option('--journals <file>', t('cli.option.fileJournals'))
    .option('--json', t('cli.option.json'))
    .action(async (file, options) =>
      finish((await import('./commands/journalFile.ts')).checkFile(file, options, terminal)),
    );
  add('requests <file>', t('cli.journalFile.requests'))
    .requiredOption('--account <name>', t('cli.option.fileAccount'))
    .option('--json', t('cli.option.json'))
    .action(async (file, options) =>
      finish((await import('./commands/journalFile.ts')).makeRequests(file, options, terminal)),
    );
  add('write [file]', t('cli.journalFile.write'))
    .requiredOption('--account <name>', t('cli.option.fileAccount'))
    .option('--issn <issns...>', t('cli.option.fileIssn'))
    .option('--out <file>', t('cli.option.out'))
    .action(async (file, options) =>
      finish((await import('./commands/journalFile.ts')).writeFile(file, options, terminal)),
    );
}

/** Adds the commands for backups of the data folder: list, make, preview and restore. */
export function addBackupCommands({ program, terminal, finish }: CommandParts): void {
  const backup = program.command('backup').description(t('cli.backup.description'));
  const add = (name: string, description: string) =>
    backup
      .command(name)
      .description(description)
      .option('--json', t('cli.option.json'))
      .option('--data <folder>', t('cli.option.data'));
  add('list', t('cli.backup.list')).action(async (options) =>
    finish((await import('./commands/backup.ts')).listBackups(options, terminal)),
  );
  add('make', t('cli.backup.make')).action(async (options) =>
    finish((await import('./commands/backup.ts')).makeBackup(options, terminal)),
  );
  add('preview <name>', t('cli.backup.preview')).action(async (name, options) =>
    finish((await import('./commands/backup.ts')).previewBackup(name, options, terminal)),
  );
  add('restore <name>', t('cli.backup.restore'))
    .option('--accept-loss', t('cli.option.acceptLoss'))
    .action(async (name, options) =>
      finish((await import('./commands/backup.ts')).restoreBackup(name, options, terminal)),
    );
}

/** Adds the commands for the office: create, join and leave one, see its state, print its SQL. */
export function addOfficeCommands({ program, terminal, finish }: CommandParts): void {
  const office = program.command('office').description(t('cli.office.description'));
  const add = (name: string, description: string) =>
    office
      .command(name)
      .description(description)
      .option('--json', t('cli.option.json'))
      .option('--data <folder>', t('cli.option.data'));
  add('create <address>', t('cli.office.create')).action(async (address, options) =>
    finish((await import('./commands/office.ts')).createOffice(address, options, terminal)),
  );
  add('join <address>', t('cli.office.join'))
    .option('--dry-run', t('cli.option.officeDryRun'))
    .action(async (address, options) =>
      finish((await import('./commands/office.ts')).joinOffice(address, options, terminal)),
    );
  add('status', t('cli.office.status')).action(async (options) =>
    finish((await import('./commands/office.ts')).showOffice(options, terminal)),
  );
  add('leave', t('cli.office.leave'))
    .option('--accept-loss', t('cli.option.acceptLeaving'))
    .action(async (options) => finish((await import('./commands/office.ts')).leaveOffice(options, terminal)));
  office
    .command('sql [person]')
    .description(t('cli.office.sqlDescription'))
    .option('--database <name>', t('cli.option.database'), 'office')
    .option('--read-only', t('cli.option.readOnly'))
    .option('--no-sending', t('cli.option.noSending'))
    .option('--may-create', t('cli.option.mayCreate'))
    .option('--account <name>', t('cli.option.onlyAccount'))
    .option('--remove', t('cli.option.removePerson'))
    .action(async (person, options) =>
      finish((await import('./commands/office.ts')).printOfficeSql(person, options, terminal)),
    );
}
