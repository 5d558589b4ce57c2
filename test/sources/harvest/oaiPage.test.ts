import { expect, test } from 'vitest';
import { readOaiPage } from '../../../src/main/sources/harvest/oaiPage.ts';

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

test.each([
  ['a  b%2F+/=', 'a  b%2F+/='],
  ['\n  a \t b\n', 'a \t b'],
  ['<![CDATA[a&b]]>&amp;c', 'a&b&c'],
  [`${'abc+&amp;/='.repeat(2_000)}`, 'abc+&/='.repeat(2_000)],
  ['x'.repeat(16_000), 'x'.repeat(16_000)],
])('a token is left as it is, but for blanks around it: %#', async (written, token) => {
  const list = `<ListRecords><resumptionToken completeListSize="7">${written}</resumptionToken></ListRecords>`;
  expect(await readOaiPage(`<OAI-PMH>${list}</OAI-PMH>`)).toMatchObject({
    ...{ isWhole: true, token, isTokenTooLong: false, total: 7 },
  });
});

test('a token that is too long is none, and is said to be so', async () => {
  const page = await readOaiPage(
    `<OAI-PMH><resumptionToken>${'x'.repeat(16_001)}</resumptionToken></OAI-PMH>`,
  );
  expect(page).toMatchObject({ isWhole: true, token: '', isTokenTooLong: true });
});

test('an element in the metadata of a record is no token', async () => {
  const metadata = '<metadata><title>On <resumptionToken>moths</resumptionToken></title></metadata>';
  const page = await readOaiPage(
    `<OAI-PMH><record><header><identifier>1</identifier></header>${metadata}</record></OAI-PMH>`,
  );
  expect(page.token).toBe('');
});
