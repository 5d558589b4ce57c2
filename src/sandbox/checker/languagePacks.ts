import { merge, type Tree } from './checkerWorld.ts';

/** A funder's pack, else in English (reference/checker-api.md 5.2, 5.3): its layers over the default ones. */
export function packOf(layers: Record<string, Tree>, funder: string, language: string): Tree {
  const asked = language.toLowerCase();
  const known =
    Object.keys(layers).some((id) => id.startsWith(`${funder}__`)) || Object.hasOwn(layers, 'default__en');
  if (!known) return {};
  const isThere =
    asked === 'en' ||
    Object.hasOwn(layers, `${funder}__${asked}`) ||
    Object.hasOwn(layers, `default__${asked}`);
  const served = isThere ? asked : 'en';
  const english = merge(layers.default__en ?? {}, layers[`${funder}__en`] ?? {}) as Tree;
  const pack = served === 'en' ? english : other(layers, funder, served);
  return { ...(texts(pack) as Tree), id: `${funder}__${served}` };
}

function other(layers: Record<string, Tree>, funder: string, language: string): Tree {
  const english = layers.default__en ?? {};
  const own = layers[`${funder}__${language}`];
  const base = merge(english, layers[`default__${language}`] ?? {}) as Tree;
  if (own) return merge(base, own) as Tree;
  return merge(base, layers[`${funder}__en`] ?? {}) as Tree;
}

function texts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(texts);
  if (typeof value !== 'object' || value === null) return String(value ?? '');
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, texts(one)]));
}
