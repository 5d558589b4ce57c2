import defaultFacts from '../../../resources/sandboxChecker.json' with { type: 'json' };
import type { Answer } from '../answers.ts';
import { answerChecker, type CheckerRequest } from './checkerApi.ts';
import { type CheckerWorld, readCheckerWorld } from './checkerWorld.ts';

/** The compliance checker of a sandbox: the facts that were loaded, and changes made by tests since. */
export class Checker {
  private world: CheckerWorld;
  private given: unknown;
  private readonly now: () => Date;

  /** `given` is the `checker` of a world; if it is empty, default facts are used. */
  constructor(given: unknown, now: () => Date) {
    this.given = given;
    this.now = now;
    this.world = readCheckerWorld(factsOf(given));
  }

  answer(request: CheckerRequest): Promise<Answer> {
    return answerChecker(request, this.world, this.world.clock ?? this.now());
  }

  /** Replaces the facts until the next reset. */
  change(facts: unknown): void {
    this.world = readCheckerWorld(factsOf(facts));
  }

  /** Restores the loaded facts, or loads another world's. */
  reset(given: unknown = this.given): void {
    this.given = given;
    this.world = readCheckerWorld(factsOf(given));
  }
}

function factsOf(given: unknown): unknown {
  const isEmpty = typeof given !== 'object' || given === null || Object.keys(given).length === 0;
  return isEmpty ? defaultFacts : given;
}
