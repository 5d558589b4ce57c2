import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { savePack, useSavedPack } from '../../src/main/platform/rulePack/savedPack.ts';
import { embedSandbox, endIdleSandbox } from '../../src/sandbox/embedSandbox.ts';
import { newApplication } from '../helpers/applicationRecords.ts';
import { workerFiles } from '../helpers/programFiles.ts';
import { createSigner, laterPack } from '../helpers/signedPack.ts';

const folder = mkdtempSync(join(tmpdir(), 'sandbox-pack-'));
afterAll(async () => {
  await useSavedPack(join(folder, 'none'));
  await endIdleSandbox();
  rmSync(folder, { recursive: true });
});

/** The status with which a new sandbox answers an application from a country. */
async function answerTo(country: string): Promise<number> {
  // The next sandbox starts in a thread of its own.
  await endIdleSandbox();
  const { addresses, stop } = await embedSandbox({
    workerFile: workerFiles.sandboxWorker,
    rate: null,
    world: { accounts: [{ id: 'ann', api_key: 'KA', roles: ['api', 'publisher'] }] },
  });
  const publisher = { name: 'Example Press', country };
  const response = await fetch(`${addresses.directory['3.0.1']}applications?api_key=KA`, {
    method: 'POST',
    body: JSON.stringify(newApplication(900, { publisher })),
  });
  await stop();
  return response.status;
}

it('accepts the values of the rule pack in use', async () => {
  const { key, sign } = createSigner();
  expect(await answerTo('QQ')).toBe(400);
  expect(await answerTo('NL')).toBe(201);
  const pack = laterPack(({ vocabularies }) => {
    vocabularies.countries.push({ alpha_2: 'QQ', alpha_3: 'QQQ', numeric: '999', name: 'Quindecim' });
  });
  savePack(folder, sign(JSON.stringify(pack)));
  await useSavedPack(folder, key);
  expect(await answerTo('QQ')).toBe(201);
});
