/**
 * How long to rest between two rounds. Whoever may connect can report changes as fast as they like, so a round that a
 * report caused, and that brought nothing new, doubles the rest until the next one, up to the longest.
 */
export function createPace({ shortest, longest }: { shortest: number; longest: number }) {
  let rest = shortest;
  return {
    rest: () => rest,
    /** A round is over; `isCalled`: somebody reported a change meanwhile or before. */
    next({ isCalled, isNews }: { isCalled: boolean; isNews: boolean }): void {
      rest = isCalled && !isNews ? Math.min(longest, rest * 2) : shortest;
    },
  };
}
