import type { CheckerWorld } from './checkerWorld.ts';

/** Suggestions for a text (reference/checker-api.md 6.3); null for an unknown kind. */
export function suggest(
  world: CheckerWorld,
  kind: string,
  asked: string,
  size: number,
): { total: number; data: object[] } | null {
  const text = fold(asked);
  const ranked = (items: { item: object; names: string[]; ids: string[] }[]) => {
    const found =
      text === ''
        ? []
        : items.map((one) => ({ ...one, score: score(one, text) })).filter((one) => one.score > 0);
    found.sort((a, b) => b.score - a.score);
    return { total: found.length, data: found.slice(0, size).map(({ item }) => item) };
  };
  if (kind === 'journal')
    return ranked(
      world.journals.map((journal) => ({
        item: {
          issns: journal.issns,
          title: journal.title,
          ...(journal.alternatives.length > 0 ? { alts: journal.alternatives } : {}),
          ...(journal.publisher ? { publisher: journal.publisher } : {}),
          index: { issns: journal.issns, title: [fold(journal.title)], alts: journal.alternatives.map(fold) },
          id: journal.issns[0],
        },
        names: [journal.title, ...journal.alternatives],
        ids: journal.issns.flatMap((issn) => [issn, issn.replace('-', '')]),
      })),
    );
  if (kind === 'institution')
    return ranked(
      world.institutions.map(({ ror, title, country, alternative }) => ({
        item: { id: ror, ror, title, country, ...(alternative ? { alternate: alternative } : {}) },
        names: [title, ...(alternative ? [alternative] : [])],
        ids: [ror],
      })),
    );
  if (kind === 'funder')
    return ranked(
      [...world.funders.values()].map(({ id, name, abbr, routes }) => ({
        item: { id, funder: name, retentionAt: routes.self_archiving?.rights_retention ?? '' },
        names: [name, ...(typeof abbr === 'string' ? [abbr] : [])],
        ids: [id],
      })),
    );
  return null;
}

function score({ names, ids }: { names: string[]; ids: string[] }, text: string): number {
  const folded = ids.map(fold);
  if (folded.includes(text)) return 20;
  if (folded.some((id) => id.startsWith(text))) return 15;
  const titles = names.map(fold);
  if (titles.includes(text)) return 15;
  if (titles.some((title) => title.startsWith(text))) return 5;
  return text.split(' ').every((word) => titles.some((title) => title.includes(word))) ? 1 : 0;
}

/** Lower case, without accents, punctuation and a leading "the". */
function fold(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}-]+/gu, ' ')
    .trim()
    .replace(/^the /, '');
}
