import type { CallOutput } from '../../shared/contract/contract.ts';
import { call } from '../state/data/client.ts';
import { bytesOf, saveFile } from './saveFile.ts';

/** Fetches an exported file in pieces and saves it, unless it is empty or no longer wanted; removes it at its source. */
export async function saveExport(
  { id, size, name, type, written }: CallOutput<'exports.write'>,
  isWanted: () => boolean = () => true,
): Promise<void> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  for (let at = 0; written > 0 && at < size && isWanted(); ) {
    const { piece } = await call('exports.read', { id, at });
    const bytes = bytesOf(piece);
    pieces.push(bytes);
    at += bytes.length;
  }
  if (written > 0 && isWanted()) saveFile(name, new Blob(pieces, { type }));
  await call('exports.remove', { id });
}
