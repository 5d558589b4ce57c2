// Plugins of StrykerJS for `npm run mutants`: a random sample of the mutants, and a list of those that survive.
import { createHash } from 'node:crypto';
import { relative } from 'node:path';

const size = Number(process.env.MUTANT_SAMPLE);
const rank = ({ id }) => createHash('sha1').update(`${process.env.MUTANT_SEED} ${id}`).digest('hex');

/** Runs as a checker, whose rejected mutants count as neither killed nor survived. */
class Sample {
  async init() {}

  async group(mutants) {
    return [mutants.map(({ id }) => id)];
  }

  async check(mutants) {
    const ranked = mutants
      .map((mutant) => [rank(mutant), mutant.id])
      .sort(([one], [other]) => (one < other ? -1 : 1));
    const rejected = { status: 'compileError', reason: 'not in the sample' };
    return Object.fromEntries(
      ranked.map(([, id], place) => [id, place < size ? { status: 'passed' } : rejected]),
    );
  }
}

/** Prints each survivor at once: a run of hours may be cut off. */
class Survivors {
  onMutantTested({ status, fileName, location: { start }, mutatorName, replacement }) {
    const words = { Survived: 'survived', NoCoverage: 'reached by no test' }[status];
    if (!words) return;
    const change = replacement.replace(/\s+/g, ' ').slice(0, 160);
    const place = `${relative(process.cwd(), fileName)}:${start.line}:${start.column}`;
    console.log(`${words}: ${place} ${mutatorName}: ${change}`);
  }
}

export const strykerPlugins = [
  { kind: 'Checker', name: 'sample', factory: () => new Sample() },
  { kind: 'Reporter', name: 'survivors', factory: () => new Survivors() },
];
