import { readFile } from 'node:fs/promises';
import { AppError } from '../../shared/errors.ts';
import { msg } from '../../shared/message.ts';
import { type TableMapping, tableMappingSchema } from '../../shared/tables/tableMapping.ts';

/** Reads the mapping of columns in the JSON file that `--mapping` names. */
export async function readMapping(file: string): Promise<TableMapping> {
  try {
    return tableMappingSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    throw new AppError('unreadable_file', msg('cli.error.mapping', { file }), {
      details: String(error),
      cause: error,
    });
  }
}
