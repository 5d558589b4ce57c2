import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** Random numbers from a seed: the same seed gives the same numbers in the same order. */
export interface Random {
  /** An integer from `from` to `to`, inclusive. */
  int(from: number, to: number): number;
  /** A random element of a non-empty list. */
  pick<T>(list: readonly T[]): T;
  /** A random element, or undefined if the list is empty. */
  maybe<T>(list: readonly T[]): T | undefined;
  /** At most `count` different elements of a list. */
  some<T>(list: readonly T[], count: number): T[];
  /** True with this probability in percent. */
  percent(part: number): boolean;
  /** A random element with a probability by its weight. */
  weighted<T extends { weight: number }>(list: readonly T[]): T;
}

/** Creates random numbers from a seed. */
export function seeded(seed: number): Random {
  const generator = xoroshiro128plus(seed);
  const int = (from: number, to: number) => uniformInt(generator, from, to);
  const pick = <T>(list: readonly T[]) => list[int(0, list.length - 1)] as T;
  return {
    int,
    pick,
    maybe: (list) => (list.length === 0 ? undefined : pick(list)),
    some(list, count) {
      const left = [...list];
      const taken: typeof left = [];
      while (left.length > 0 && taken.length < count) taken.push(...left.splice(int(0, left.length - 1), 1));
      return taken;
    },
    percent: (part) => int(1, 100) <= part,
    weighted(list) {
      let at = int(
        1,
        list.reduce((sum, { weight }) => sum + weight, 0),
      );
      for (const one of list) {
        at -= one.weight;
        if (at <= 0) return one;
      }
      return list.at(-1)!;
    },
  };
}
