/** A place in a file where a value can stand. */
export interface Place {
  /** The names of the parts around it, innermost last. */
  path: readonly string[];
  /** What is planted, as tests name it. */
  kind: 'replaced' | 'appended' | 'attribute' | 'added';
  /** The file with the marker in this place. */
  plant: (marker: string) => string | Buffer;
}

const tagOrText = /<!--[\s\S]*?-->|<[?!][^>]*>|<\/?[^<>]+>|[^<]+/g;
const attribute = /\s([\w:.-]+)\s*=\s*("[^"]*"|'[^']*')/g;

/** Every text, attribute and element of the records in an XML file; `records` are the names of their elements. */
export function xmlPlaces(xml: string, records: ReadonlySet<string>): Place[] {
  const places: Place[] = [];
  const open: string[] = [];
  const put = (from: number, to: number, text: string) => xml.slice(0, from) + text + xml.slice(to);
  const add = (kind: Place['kind'], path: readonly string[], plant: Place['plant']) => {
    if (path.some((name) => records.has(name))) places.push({ path, kind, plant });
  };
  for (const { 0: token, index } of xml.matchAll(tagOrText)) {
    const end = index + token.length;
    if (token.startsWith('<!') || token.startsWith('<?')) continue;
    if (token.startsWith('</')) open.pop();
    else if (token.startsWith('<')) {
      const name = localName(/^<([^\s/>]+)/.exec(token)![1]!);
      const path = [...open, name];
      const isEmpty = token.endsWith('/>');
      for (const { 0: whole, 1: key = '', index: at } of token.matchAll(attribute)) {
        if (/^(?:xmlns\b|xsi:|xml:space$)/.test(key)) continue;
        const start = index + at + whole.indexOf('=') + 2;
        const to = index + at + whole.length - 1;
        const inside = [...path, `@${localName(key)}`];
        add('replaced', inside, (marker) => put(start, to, marker));
        add('appended', inside, (marker) => put(to, to, ` ${marker}`));
      }
      const behindName = index + 1 + /^<[^\s/>]+/.exec(token)![0].length - 1;
      add('attribute', path, (marker) => put(behindName, behindName, ` planted="${marker}"`));
      if (!isEmpty) {
        add('added', [...path, 'planted'], (marker) => put(end, end, `<planted>${marker}</planted>`));
        open.push(name);
      }
    } else if (token.trim() !== '') {
      const path = [...open];
      add('replaced', path, (marker) => put(index, end, marker));
      add('appended', path, (marker) => put(end, end, ` ${marker}`));
    }
  }
  return places;
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** Every value and object of a JSON file. */
export function jsonPlaces(json: string): Place[] {
  const places: Place[] = [];
  const changed = (path: readonly (string | number)[], change: (value: unknown) => unknown): string => {
    const copy: unknown = JSON.parse(json);
    const holder = { root: copy } as Record<string | number, unknown>;
    let parent = holder;
    const whole = ['root', ...path];
    for (const key of whole.slice(0, -1)) parent = parent[key] as typeof holder;
    const last = whole.at(-1)!;
    parent[last] = change(parent[last]);
    return JSON.stringify(holder.root);
  };
  const walk = (value: unknown, path: (string | number)[]) => {
    const names = path.filter((key) => typeof key === 'string');
    if (typeof value !== 'object' || value === null) {
      places.push({ path: names, kind: 'replaced', plant: (marker) => changed(path, () => marker) });
      if (typeof value === 'string')
        places.push({
          path: names,
          kind: 'appended',
          plant: (marker) => changed(path, (text) => `${String(text)} ${marker}`),
        });
      return;
    }
    if (!Array.isArray(value))
      places.push({
        path: [...names, 'planted'],
        kind: 'added',
        plant: (marker) => changed(path, (object) => ({ ...(object as object), planted: marker })),
      });
    for (const [key, inner] of Object.entries(value))
      walk(inner, [...path, Array.isArray(value) ? Number(key) : key]);
  };
  walk(JSON.parse(json), []);
  return places;
}

/** Every line of a tagged file (`tag` finds the tag in a line), and a line with a tag that nobody knows. */
export function linePlaces(text: string, tag: RegExp, planted: string): Place[] {
  const lines = text.split('\n');
  const put = (at: number, count: number, ...list: string[]) =>
    lines.toSpliced(at, count, ...list).join('\n');
  return lines.flatMap((line, at): Place[] => {
    const [start, name] = tag.exec(line) ?? [];
    if (start === undefined || name === undefined || name === 'ER') return [];
    const path = [name];
    return [
      { path, kind: 'replaced', plant: (marker) => put(at, 1, start + marker) },
      { path, kind: 'appended', plant: (marker) => put(at, 1, `${line} ${marker}`) },
      { path: ['planted'], kind: 'added', plant: (marker) => put(at + 1, 0, planted + marker) },
    ];
  });
}

/** Every field of BibTeX entries that have one field in each line. */
export function bibtexPlaces(text: string): Place[] {
  const lines = text.split('\n');
  const put = (at: number, count: number, ...list: string[]) =>
    lines.toSpliced(at, count, ...list).join('\n');
  return lines.flatMap((line, at): Place[] => {
    const [, start, name, value, end] = /^(\s*([\w-]+)\s*=\s*[{"])(.*)([}"],?)$/.exec(line) ?? [];
    if (start === undefined || name === undefined) return [];
    const path = [name];
    return [
      { path, kind: 'replaced', plant: (marker) => put(at, 1, start + marker + end) },
      { path, kind: 'appended', plant: (marker) => put(at, 1, `${start}${value} ${marker}${end}`) },
      { path: ['planted'], kind: 'added', plant: (marker) => put(at, 0, `  planted = {${marker}},`) },
    ];
  });
}

/** Every cell of a table, and cells in a column of its own and behind the last one. */
export function tablePlaces(
  rows: readonly (readonly string[])[],
  write: (rows: readonly (readonly string[])[]) => string | Buffer,
): Place[] {
  const [headings = [], ...cells] = rows;
  const put = (row: number, column: number, text: string) =>
    write([headings, ...cells.map((line, at) => (at === row ? line.toSpliced(column, 1, text) : line))]);
  return cells.flatMap((line, row): Place[] => [
    ...line.flatMap((cell, column): Place[] => {
      const path = [headings[column]!];
      return [
        { path, kind: 'replaced', plant: (marker) => put(row, column, marker) },
        { path, kind: 'appended', plant: (marker) => put(row, column, `${cell} ${marker}`) },
      ];
    }),
    {
      path: ['Planted'],
      kind: 'added',
      plant: (marker) =>
        write([[...headings, 'Planted'], ...cells.map((other, at) => [...other, at === row ? marker : ''])]),
    },
  ]);
}

/** The places of a file inside a package of which it is a part. */
export function packedPlaces(places: readonly Place[], pack: (text: string) => Buffer): Place[] {
  return places.map((place) => ({ ...place, plant: (marker) => pack(String(place.plant(marker))) }));
}
