import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Random } from './seeded.ts';

/** An action of a script by its name, with its own seed, so that none shifts the next. */
export interface Step {
  action: string;
  seed: number;
  /** Requests that arrive at a directory before it; in an office, real milliseconds. */
  after: number;
  /** Who does it, if there are several people. */
  person?: string | undefined;
}

/** Everything that a seed draws, as data: it stays the same when actions or their weights change. */
export interface Script {
  /** Draws the directories and their delays, the set-up, and the schedule of each start. */
  seed: number;
  /** How many people share an office, if there is one. */
  people?: number | undefined;
  rounds: Round[];
}

export interface Round {
  steps: Step[];
  /** Draws how the round ends. */
  end: number;
}

/** A script that failed once, as in the folder `failed`. */
export interface FailedScript extends Script {
  /** What it found, for a person. */
  found: string;
}

const stepSchema = z
  .tuple([z.string(), z.int(), z.int(), z.string().optional()])
  .transform(
    ([action, seed, after, person]): Step => ({ action, seed, after, ...(person ? { person } : {}) }),
  );

const scriptSchema: z.ZodType<FailedScript> = z.strictObject({
  found: z.string().min(1),
  seed: z.int(),
  people: z.int().optional(),
  rounds: z.array(z.strictObject({ steps: z.array(stepSchema), end: z.int() })).min(1),
});

/** Reads the file of a script. */
export function readScript(file: string | URL): FailedScript {
  return scriptSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
}

/** The text of the file of a script, with a line for each step. */
export function scriptText({ found, seed, people, rounds }: FailedScript): string {
  const stepText = ({ action, seed, after, person }: Step) =>
    `        ${JSON.stringify([action, seed, after, ...(person ? [person] : [])]).replaceAll(',', ', ')}`;
  const roundText = ({ steps, end }: Round) =>
    `    {\n      "steps": [\n${steps.map(stepText).join(',\n')}\n      ],\n      "end": ${end}\n    }`;
  const lines = [
    `  "found": ${JSON.stringify(found)}`,
    `  "seed": ${seed}`,
    ...(people === undefined ? [] : [`  "people": ${people}`]),
    `  "rounds": [\n${rounds.map(roundText).join(',\n')}\n  ]`,
  ];
  return `{\n${lines.join(',\n')}\n}\n`;
}

interface Weighted {
  name: string;
  weight: number;
}

/** Draws the steps of a round from these actions. */
export function drawSteps(
  random: Random,
  all: readonly Weighted[],
  { only, steps = 30 }: { only?: readonly string[] | undefined; steps?: number | undefined },
): Step[] {
  const chosen = all.filter(({ name, weight }) => weight > 0 && (!only || only.includes(name)));
  return Array.from({ length: steps }, () => ({
    action: random.weighted(chosen).name,
    seed: random.int(0, 2 ** 31 - 1),
    after: random.percent(30) ? random.int(1, 8) : 0,
  }));
}

/** The action of this name. */
export function actionNamed<A extends Weighted>(all: readonly A[], name: string): A {
  const action = all.find((one) => one.name === name);
  if (!action) throw new Error(`No action is called "${name}".`);
  return action;
}
