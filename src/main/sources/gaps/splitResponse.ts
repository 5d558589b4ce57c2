import type { OaiPieces } from '../harvest/oaiPage.ts';

/** The records of a response without those that were deleted, each as a response of its own. */
export function splitResponse(
  text: string,
  { root, records }: OaiPieces,
): { identifier: string; response: string }[] {
  const name = /^<([^\s/>]+)/.exec(root)?.[1] ?? '';
  return records
    .filter(({ isDeleted }) => !isDeleted)
    .map(({ identifier, from, to }) => ({
      identifier,
      response: `${root}<ListRecords>${text.slice(from, to)}</ListRecords></${name}>`,
    }));
}
