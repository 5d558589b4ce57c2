import { isOrganisation } from './text/nameAdditions.ts';
import { isSuffix } from './text/names.ts';

/** A person's name in parts; the name of an organisation, and any other name that cannot be split, is one text. */
export type WrittenName = { family: string; given: string; particle: string; suffix: string } | string;

const particles = new Set(
  'af al av bin da das de del della den der di do dos du el ibn la las le los ten ter van von zu zum zur y e'.split(
    ' ',
  ),
);
/** Splits "Given particle Family Suffix", so that "Family, Given" is read as the same name again; null for no name. */
export function splitName(name: string): WrittenName | null {
  if (name === '') return null;
  const words = name.split(' ');
  const suffix = words.length > 2 && isSuffix(words.at(-1)!) ? words.pop()! : '';
  const family = words.pop()!;
  const own: string[] = [];
  while (particles.has(words.at(-1) ?? '')) own.unshift(words.pop()!);
  const given = words.join(' ');
  const isPerson =
    given !== '' && !/[,;&\d{}]/.test(name) && !/(?:^| )and(?: |$)/i.test(name) && !isOrganisation(name);
  if (!isPerson || isSuffix(given) || isSuffix(family)) return name;
  return { family, given, particle: own.join(' '), suffix };
}
