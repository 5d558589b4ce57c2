import { expect, test } from 'vitest';
import { readOaiPage } from '../../src/main/sources/harvest/oaiPage.ts';

test('a response whose elements are nested endlessly counts as broken, and is not read to its end', async () => {
  const page = await readOaiPage(`<OAI-PMH>${'<a>'.repeat(3_000_000)}`);
  expect(page).toMatchObject({ isOai: true, isWhole: false });
});

test('what is said about a record changes neither its identifier nor its date', async () => {
  const provenance = `<about><provenance><originDescription><identifier>oai:elsewhere:9</identifier>
    <datestamp>1999-01-01</datestamp></originDescription></provenance></about>`;
  const page = await readOaiPage(
    `<OAI-PMH><ListRecords><record><header><identifier>oai:here:1</identifier><datestamp>2026-01-01</datestamp></header>
    <metadata><dc><title>On moths</title><identifier>10.1234/moths</identifier></dc></metadata>${provenance}</record>
    </ListRecords></OAI-PMH>`,
  );
  expect(page).toMatchObject({
    isWhole: true,
    records: [{ identifier: 'oai:here:1', datestamp: '2026-01-01', title: 'On moths' }],
  });
});
