import { stat } from 'node:fs/promises';
import { AppError } from '../../shared/errors.ts';
import { msg } from '../../shared/message.ts';
import {
  type SavedMapping,
  type TableMapping,
  tableMappingSchema,
} from '../../shared/tables/tableMapping.ts';
import { readJsonFile } from './givenFiles.ts';

/** The mapping of columns that `--mapping` names: a JSON file, or else one that was saved under this name. */
export async function readMapping(
  given: string,
  saved: () => Promise<readonly SavedMapping[]>,
): Promise<TableMapping> {
  if ((await stat(given).catch(() => null))?.isFile())
    return readJsonFile(given, msg('cli.error.mapping', { file: given }), (content) =>
      tableMappingSchema.parse(content),
    );
  const name = given.trim().toLowerCase();
  const found = (await saved()).find((one) => one.name.toLowerCase() === name);
  if (found) return found.mapping;
  throw new AppError('input', msg('cli.error.noMapping', { name: given }));
}
