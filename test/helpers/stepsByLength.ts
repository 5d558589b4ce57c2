import { Session } from 'node:inspector';
import { onTestFinished } from 'vitest';

interface Coverage {
  result: { url: string; functions: { ranges: { count: number }[] }[] }[];
}

/** Lists of `stepsByLength` are eight times as long; quadratic growth would be 64 times as many steps. */
export const proportional = 20;

/** The steps of the same work for a list of 100 and of 800 entries. */
export function stepsByLength(prepare: (length: number) => () => void): { few: number; many: number } {
  const works = [100, 800].map(prepare);
  // Fills caches.
  prepare(100)();
  session ??= startCounting();
  const counting = session;
  // Reading the counts resets them.
  readCounts(counting);
  const [few = 0, many = 0] = works.map((work) => countSteps(counting, work));
  return { few, many };
}

let session: Session | null = null;

/** Counts until the test ends: V8 does not optimise code that it counts, and the process runs other tests after it. */
function startCounting(): Session {
  const started = new Session();
  started.connect();
  started.post('Profiler.enable');
  started.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  onTestFinished(() => {
    started.post('Profiler.stopPreciseCoverage');
    started.disconnect();
    session = null;
  });
  return started;
}

/**
 * The steps that `work` takes in the code of this project: how often V8 entered each function, branch and loop,
 * plus the entries that searches through lists may have looked at. Unlike the time, it does not depend on the computer.
 */
function countSteps(session: Session, work: () => void): number {
  const search = countSearches();
  try {
    work();
  } finally {
    search.restore();
  }
  return search.entries() + readCounts(session);
}

function readCounts(session: Session): number {
  let steps = 0;
  session.post('Profiler.takePreciseCoverage', (error, coverage: Coverage) => {
    if (error) throw error;
    for (const { url, functions } of coverage.result)
      if (url.includes('/src/'))
        for (const { ranges } of functions) for (const { count } of ranges) steps += count;
  });
  return steps;
}

/** Counts the entries of lists in which `includes` and `indexOf` search, which V8 does not count. */
function countSearches() {
  const { includes, indexOf } = Array.prototype;
  let entries = 0;
  Array.prototype.includes = function (...given) {
    entries += this.length;
    return includes.apply(this, given);
  };
  Array.prototype.indexOf = function (...given) {
    entries += this.length;
    return indexOf.apply(this, given);
  };
  return { entries: () => entries, restore: () => Object.assign(Array.prototype, { includes, indexOf }) };
}
