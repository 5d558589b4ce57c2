import { expect, test } from 'vitest';
import { xmlText } from '../../../src/main/formats/text/decodeText.ts';

test('a whole XML document is read in the encoding that it declares', async () => {
  const text = '<?xml version="1.0" encoding="ISO-8859-1"?><title>Économie</title>';
  expect(await xmlText(Buffer.from(text, 'latin1'))).toBe(text);
  const plain = '<title>Économie</title>';
  expect(await xmlText(Buffer.from(plain))).toBe(plain);
  const unknown = '<?xml version="1.0" encoding="x-none"?><title/>';
  expect(await xmlText(Buffer.from(unknown))).toBe(unknown);
});
