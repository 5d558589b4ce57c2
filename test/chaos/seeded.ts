import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** Chance that a seed decides: the same seed gives the same numbers in the same order. */
export interface Random {
  /** A whole number from `from` to `to`, both included. */
  int(from: number, to: number): number;
  /** One of a list that is not empty. */
  pick<T>(list: readonly T[]): T;
  /** One of a list, or undefined if it is empty. */
  maybe<T>(list: readonly T[]): T | undefined;
  /** At most `count` of a list, each once. */
  some<T>(list: readonly T[], count: number): T[];
  /** True in so many of a hundred cases. */
  percent(part: number): boolean;
  /** The one of these that its weight and the number make. */
  weighted<T extends { weight: number }>(list: readonly T[]): T;
}

/** Makes chance from a seed. */
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
