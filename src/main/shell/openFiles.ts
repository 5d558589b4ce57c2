import { open, stat } from 'node:fs/promises';
import { basename, extname, isAbsolute, resolve } from 'node:path';
import type { Handlers } from '../../shared/contract/contract.ts';

/** The file types that the packaged application offers to open (`fileAssociations` in electron-builder.yml). */
const known = ['.json', '.jsonl', '.xml'];
/** Bytes sent to the import at a time. */
const pieceBytes = 1_500_000;

/** The files among the arguments of a start, as absolute paths; `folder` is its working directory. */
export function filesOf(args: readonly string[], folder: string): string[] {
  return args
    .filter((arg) => !arg.startsWith('-') && known.includes(extname(arg).toLowerCase()))
    .map((arg) => (isAbsolute(arg) ? arg : resolve(folder, arg)));
}

/** Imports files opened through the system as one import; returns the place of its page. Throws if that fails. */
export async function importFiles(handlers: Handlers, paths: readonly string[]): Promise<string> {
  const files = await Promise.all(
    paths.map(async (path) => ({ path, name: basename(path), size: (await stat(path)).size })),
  );
  const settings = await handlers['app.settings']({});
  const accounts = await handlers['accounts.list']({});
  // The account that the window shows (`accountInUse`): the one in the settings may have been removed.
  const account = accounts.find(({ id }) => id === settings.accountId) ?? accounts[0];
  const { id } = await handlers['imports.open']({
    accountId: account?.id ?? 'sandbox',
    name: files[0]!.name,
    size: files.reduce((sum, { size }) => sum + size, 0),
    files: files.map(({ name, size }) => ({ name, size })),
  });
  try {
    let at = 0;
    for (const { path } of files) at = await write(path, at);
    await handlers['imports.read']({ id });
  } catch (error) {
    await handlers['imports.cancel']({ id });
    throw error;
  }
  return `#/imports/${id}`;

  async function write(path: string, start: number): Promise<number> {
    const file = await open(path);
    let end = start;
    try {
      for (const buffer = Buffer.alloc(pieceBytes); ; ) {
        const { bytesRead } = await file.read(buffer, 0, pieceBytes);
        if (bytesRead === 0) return end;
        const piece = buffer.toString('base64', 0, bytesRead);
        await handlers['imports.write']({ id, at: end, piece });
        end += bytesRead;
      }
    } finally {
      await file.close();
    }
  }
}
