import fc from 'fast-check';
import { z } from 'zod';
import { type CallName, calls } from '../../src/shared/contract/contract.ts';
import { hostileText, type Json, mutated, oddity } from './hostile.ts';

type Schema = { [name: string]: unknown };

/** Inputs of a call: valid ones, nearly valid ones, and impossible ones. */
export function inputsOf(name: CallName): fc.Arbitrary<Json> {
  const schema = z.toJSONSchema(calls[name].input, {
    io: 'input',
    unrepresentable: 'any',
    cycles: 'ref',
  }) as Schema;
  const fitting = fits(schema, schema);
  return fc.oneof(
    { arbitrary: fitting, weight: 4 },
    { arbitrary: fitting.chain(mutated), weight: 4 },
    { arbitrary: oddity, weight: 1 },
  );
}

function fits(schema: Schema, root: Schema, depth = 0): fc.Arbitrary<Json> {
  const inner = (part: unknown) => fits(part as Schema, root, depth + 1);
  if (depth > 8) return fc.constant(null);
  if (typeof schema.$ref === 'string') return inner(resolve(root, schema.$ref));
  if ('const' in schema) return fc.constant(schema.const as Json);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as Json[]));
  for (const kind of ['anyOf', 'oneOf'])
    if (Array.isArray(schema[kind])) return fc.oneof(...(schema[kind] as unknown[]).map(inner));
  switch (schema.type) {
    case 'object':
      return objects(schema, inner);
    case 'array':
      return fc.array(inner(schema.items ?? {}), { maxLength: 3 });
    case 'string':
      return texts(schema);
    case 'integer':
    case 'number':
      return numbers(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return oddity;
  }
}

function objects(schema: Schema, inner: (part: unknown) => fc.Arbitrary<Json>): fc.Arbitrary<Json> {
  const properties = Object.entries((schema.properties ?? {}) as Schema);
  if (properties.length === 0 && typeof schema.additionalProperties === 'object')
    return fc.dictionary(hostileText, inner(schema.additionalProperties), {
      maxKeys: 3,
    }) as fc.Arbitrary<Json>;
  const required = (schema.required ?? []) as string[];
  const model = Object.fromEntries(properties.map(([name, part]) => [name, inner(part)]));
  return fc.record(model, {
    requiredKeys: required.filter((name) => name in model),
    noNullPrototype: true,
  }) as fc.Arbitrary<Json>;
}

function texts({ minLength, pattern }: Schema): fc.Arbitrary<string> {
  const known = fc.constantFrom(
    'sandbox',
    '2020',
    'en',
    'title:soil',
    '1234-5679',
    '0',
    'https://a.example.org/api/v4/',
  );
  const any = fc.oneof(hostileText, known);
  return typeof minLength === 'number' && minLength > 0 && pattern === undefined
    ? any.filter((text) => text.length >= minLength)
    : any;
}

function numbers({ minimum, maximum, exclusiveMinimum }: Schema): fc.Arbitrary<number> {
  const least = Math.ceil(Number(minimum ?? Number(exclusiveMinimum ?? -2) + 1));
  const min = Math.max(least, -1e9);
  return fc.integer({ min, max: Math.max(min, Math.min(Math.floor(Number(maximum ?? min + 5)), min + 5)) });
}

function resolve(root: Schema, ref: string): unknown {
  const path = ref.split('/').slice(1);
  return path.reduce<unknown>((found, name) => (found as Schema)[name], root);
}
