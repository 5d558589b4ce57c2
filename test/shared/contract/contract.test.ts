import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type CallName, calls, events } from '../../../src/shared/contract/contract.ts';
import { draftFilterSchema, selectionSchema } from '../../../src/shared/draft/draft.ts';
import { importFilterSchema } from '../../../src/shared/draft/importing.ts';
import { planIdSchema } from '../../../src/shared/plan.ts';

const grave = (Object.keys(calls) as CallName[]).flatMap((name) => {
  const { by, effect } = calls[name];
  return by === null ? [] : [{ name, by, effect }];
});

/** All schemas of which a schema consists, itself included. */
function partsOf(schema: z.core.$ZodType, found = new Set<z.core.$ZodType>()): Set<z.core.$ZodType> {
  if (found.has(schema)) return found;
  found.add(schema);
  for (const value of Object.values(schema._zod.def))
    for (const part of schemasIn(value)) partsOf(part, found);
  return found;
}

function schemasIn(value: unknown): z.core.$ZodType[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('_zod' in value) return [value as z.core.$ZodType];
  return Object.values(value).flatMap((one) =>
    typeof one === 'object' && one !== null && '_zod' in one ? [one as z.core.$ZodType] : [],
  );
}

const filters: ReadonlySet<z.core.$ZodType> = new Set([
  selectionSchema,
  ...selectionSchema.options,
  draftFilterSchema,
  importFilterSchema,
]);

/** Why a call may not take this input; empty if it may. */
function faultsOf(input: z.ZodType, by: 'plan' | 'one' | 'given'): string[] {
  const parts = [...partsOf(input)];
  const kinds = parts.map((part) => part._zod.def.type);
  const shape = input instanceof z.ZodObject ? (input.shape as Record<string, z.ZodType>) : {};
  const faults: string[] = [];
  if (parts.some((part) => filters.has(part))) faults.push('takes a filter');
  for (const key of ['selection', 'filter', 'except', 'all'])
    if (JSON.stringify(parts.map(keysOf)).includes(`"${key}"`)) faults.push(`takes ${key}`);
  if (by === 'plan' && !partsOf(shape.plan ?? z.null()).has(planIdSchema)) faults.push('takes no plan');
  if ((by === 'plan' || by === 'one') && kinds.some((kind) => ['array', 'union', 'record'].includes(kind)))
    faults.push('takes more than one thing');
  if (by === 'one' && Object.keys(shape).filter((key) => /^(id|.*Id)$/.test(key)).length !== 1)
    faults.push('takes no single id');
  return faults;
}

function keysOf(part: z.core.$ZodType): string[] {
  return part instanceof z.ZodObject ? Object.keys(part.shape) : [];
}

describe('the contract', () => {
  test.each([...new Set(Object.keys(calls).map((name) => name.split('.')[0]!))])(
    'declares the calls and events of `%s` in one file, and no others',
    async (group) => {
      const declared = await import(`../../../src/shared/contract/${group}.ts`);
      const named = (all: object) => Object.keys(all).filter((name) => name.startsWith(`${group}.`));
      expect(Object.keys(declared.calls)).toEqual(named(calls));
      expect(Object.keys(declared.events)).toEqual(named(events));
    },
  );
});

describe('calls that cannot be undone, that leave this computer, or that prepare that', () => {
  test.each(grave)('$name takes no filter, and what it is about $by', ({ name, by, effect }) => {
    const input: z.ZodType = calls[name].input;
    // What only prepares may take less than the plan, as ticks of its dialog say.
    const isNarrowed = effect === 'local' && input instanceof z.ZodObject && 'except' in input.shape;
    expect(faultsOf(isNarrowed ? input.omit({ except: true }) : input, by)).toEqual([]);
  });

  test('the check finds a filter, however deep, and a call without a plan', () => {
    const deep = z.object({ of: z.union([z.object({ selection: selectionSchema }), z.null()]).optional() });
    expect(faultsOf(deep, 'given')).toEqual([
      'takes a filter',
      'takes selection',
      'takes filter',
      'takes except',
    ]);
    expect(faultsOf(z.object({ id: z.number() }), 'plan')).toEqual(['takes no plan']);
    expect(faultsOf(z.object({ plan: planIdSchema, ids: z.array(z.number()) }), 'plan')).toEqual([
      'takes more than one thing',
    ]);
    expect(faultsOf(z.object({ ids: z.array(z.number()) }), 'one')).toEqual([
      'takes more than one thing',
      'takes no single id',
    ]);
    expect(faultsOf(z.object({}), 'one')).toEqual(['takes no single id']);
    expect(faultsOf(z.object({ id: z.number(), otherId: z.number() }), 'one')).toEqual([
      'takes no single id',
    ]);
  });

  test('every call that takes a plan, and does not only read it, is declared as one', () => {
    const taking = Object.entries(calls).flatMap(([name, { input, effect }]) =>
      effect !== 'reads' && partsOf(input).has(planIdSchema) ? [name] : [],
    );
    expect(taking.sort()).toEqual(
      grave
        .filter(({ by }) => by === 'plan')
        .map(({ name }) => name)
        .sort(),
    );
  });

  test('only what a colleague confirmed is carried out without a plan of this process', () => {
    const users = globSync('src/**/*.ts').filter((file) =>
      readFileSync(file, 'utf8').includes('confirmedByColleague'),
    );
    expect(users.sort()).toEqual(['src/main/outbox/articles/uploads.ts', 'src/main/platform/plans.ts']);
  });
});

test('whatever can be picked in the lists of requests and journals can be acted on', () => {
  const ids = Array.from({ length: 5_000 }, (_, at) => at + 1);
  const accountId = 'a';
  for (const name of ['plan', 'unkeptPreview', 'cancel', 'refresh'] as const)
    expect(calls[`applications.${name}`].input.safeParse({ accountId, ids }).success, name).toBe(true);
  const journals = { accountId, journalIds: ids.map((id) => `journal${id}`) };
  expect(calls['journals.writeFile'].input.safeParse(journals).success).toBe(true);
  const changes = [{ path: 'bibjson.publisher.name', how: 'set', value: 'Press' }];
  expect(calls['applications.previewMany'].input.safeParse({ ...journals, changes }).success).toBe(true);
});
