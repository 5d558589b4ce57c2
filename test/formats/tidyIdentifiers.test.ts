import { describe, expect, it } from 'vitest';
import { tidyIdentifiers } from '../../src/main/formats/tidyIdentifiers.ts';
import type { DraftRecord } from '../../src/shared/draft/draft.ts';

describe('tidyIdentifiers', () => {
  it('writes DOIs, ISSNs and ORCIDs in their usual forms', () => {
    const record = {
      id: 'x',
      bibjson: {
        title: 'A',
        identifier: [
          { type: 'doi', id: 'https://doi.org/10.1234/Abc' },
          { type: 'eissn', id: '2345678x' },
          { type: 'pissn', id: 379999 },
        ],
        author: [{ name: 'Ada Okoro', orcid_id: 'http://orcid.org/0000-0002-1825-009x' }, 'Bo'],
      },
    };
    expect(tidyIdentifiers(record)).toEqual({
      id: 'x',
      bibjson: {
        title: 'A',
        identifier: [
          { type: 'doi', id: '10.1234/Abc' },
          { type: 'eissn', id: '2345-678X' },
          { type: 'pissn', id: '0037-9999' },
        ],
        author: [{ name: 'Ada Okoro', orcid_id: 'https://orcid.org/0000-0002-1825-009X' }, 'Bo'],
      },
    });
  });

  it('leaves everything else as it is', () => {
    const records: DraftRecord[] = [
      {},
      { bibjson: null },
      { bibjson: { identifier: 'x', author: null } },
      {
        bibjson: {
          identifier: [{ type: 'doi', id: 'none' }, { type: 'pissn', id: 'soon' }, null, { id: '10.1/x' }],
        },
      },
      {
        bibjson: {
          author: [
            { name: 'A', orcid_id: 'soon' },
            { name: 'B', orcid_id: 7 },
          ],
        },
      },
    ];
    for (const record of records) expect(tidyIdentifiers(record)).toEqual(record);
  });
});
