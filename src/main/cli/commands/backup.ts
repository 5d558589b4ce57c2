import { backupLimits } from '../../../shared/choices.ts';
import type { Backup, BackupPreview } from '../../../shared/contract/backups.ts';
import { countsText } from '../../../shared/i18n/countsText.ts';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import { exitCodes, lineOf, rowOf, type Terminal } from '../terminal.ts';
import { withServices } from '../withServices.ts';
import { worded } from '../worded.ts';

interface BackupOptions {
  json?: boolean;
  data?: string;
}

/** Prints the backups, newest first, one per line, and the space they take; or a JSON list. */
export async function listBackups(options: BackupOptions, terminal: Terminal): Promise<number> {
  return withServices({ ...options, isIdle: true }, terminal, async ({ handlers }) => {
    const backups = await handlers['backups.list']({});
    if (options.json) terminal.out(`${JSON.stringify(worded(backups))}\n`);
    else if (backups.length === 0) terminal.out(lineOf(t('cli.backup.none')));
    else {
      for (const backup of backups) terminal.out(backupLine(backup));
      const size = megabytes(backups.reduce((sum, { bytes }) => sum + bytes, 0));
      const limit = megabytes(backupLimits.bytes);
      terminal.out(lineOf(t('cli.backup.total', { n: backups.length, size, limit })));
    }
    return exitCodes.done;
  });
}

/** Creates a backup now and prints it. */
export async function makeBackup(options: BackupOptions, terminal: Terminal): Promise<number> {
  return withServices({ ...options, isIdle: true }, terminal, async ({ handlers }) => {
    const backup = await handlers['backups.make']({});
    terminal.out(options.json ? `${JSON.stringify(worded(backup))}\n` : backupLine(backup));
    return exitCodes.done;
  });
}

/** Prints what restoring a backup would change; exit code 1 if anything would be lost or replaced. */
export async function previewBackup(
  name: string,
  options: BackupOptions,
  terminal: Terminal,
): Promise<number> {
  return withServices({ ...options, isIdle: true }, terminal, async ({ handlers }) => {
    const preview = await handlers['backups.preview']({ name });
    show(preview, options, terminal);
    return loses(preview) ? exitCodes.refused : exitCodes.done;
  });
}

/** Restores a backup; needs `--accept-loss` if anything would be lost or replaced, or ends with exit code 1. */
export async function restoreBackup(
  name: string,
  options: BackupOptions & { acceptLoss?: boolean },
  terminal: Terminal,
): Promise<number> {
  return withServices({ ...options, isIdle: true }, terminal, async ({ handlers }) => {
    const preview = await handlers['backups.preview']({ name });
    if (loses(preview) && !options.acceptLoss) {
      show(preview, options, terminal);
      terminal.err(lineOf(t('cli.backup.wouldLose')));
      return exitCodes.refused;
    }
    const { before } = await handlers['backups.restore']({ plan: preview.id });
    if (options.json) terminal.out(`${JSON.stringify(worded({ restored: preview.backup, before }))}\n`);
    else {
      terminal.out(lineOf(t('cli.backup.restored', { name })));
      if (before) terminal.out(lineOf(t('cli.backup.before', { name: before.name })));
      sayOffice(preview, terminal);
    }
    return exitCodes.done;
  });
}

/** What was edited since the backup is lost as well: the backup has it as it was. */
function loses({ drafts, applications }: BackupPreview): boolean {
  return [drafts, applications].some(({ lost, changed }) => lost + changed > 0);
}

function backupLine({ name, reason, bytes, counts, problem }: Backup): string {
  const contents = counts ? countsText(counts) : describe(problem);
  return rowOf(name, t(`backups.reason.${reason}`), megabytes(bytes), contents);
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function show(preview: BackupPreview, { json }: BackupOptions, terminal: Terminal): void {
  if (json) terminal.out(`${JSON.stringify(worded(preview))}\n`);
  else printPreview(preview, terminal);
}

function printPreview(preview: BackupPreview, terminal: Terminal): void {
  terminal.out(backupLine(preview.backup));
  for (const kind of ['drafts', 'applications'] as const) {
    terminal.out(lineOf(t(`cli.backup.${kind}`, { ...preview[kind] })));
  }
  for (const { change, title } of preview.titles) {
    terminal.out(lineOf(`  ${t(`cli.backup.${change}`, { title: title || t('backups.untitled') })}`));
  }
  sayOffice(preview, terminal);
}

function sayOffice({ followsOffice }: BackupPreview, terminal: Terminal): void {
  if (followsOffice) terminal.out(lineOf(t('settings.backups.office')));
}
