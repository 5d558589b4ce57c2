// A plugin of StrykerJS for `npm run mutants -- --sample`: passes a random sample of the mutants on to the tests.
import { createHash } from 'node:crypto';

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

export const strykerPlugins = [{ kind: 'Checker', name: 'sample', factory: () => new Sample() }];
