import { acceptNow, asking } from '../helpers/confirm.ts';
import type { TestServices } from '../helpers/testServices.ts';

/** Imports a file into the application and accepts the result; a table that asks is read by the proposed mapping. */
export async function importInto(
  { handlers, accountId, when }: Pick<TestServices, 'handlers' | 'accountId' | 'when'>,
  name: string,
  text: string,
  asks: boolean,
): Promise<void> {
  const bytes = Buffer.from(text);
  const { id } = await handlers['imports.open']({ accountId, name, size: bytes.length, asks });
  const reached = (...states: string[]) =>
    when(async () => states.includes((await handlers['imports.get']({ id })).state));
  await handlers['imports.write']({ id, at: 0, piece: bytes.toString('base64') });
  await handlers['imports.read']({ id });
  await reached('preview', 'mapping');
  if ((await handlers['imports.get']({ id })).state === 'mapping') {
    const { mapping } = await handlers['imports.mapping']({ id });
    await handlers['imports.readMapped']({ id, mapping });
    await reached('preview');
  }
  await acceptNow(asking(handlers), id);
  await reached('accepted');
}
