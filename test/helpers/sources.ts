import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';

export const root = fileURLToPath(new URL('../../', import.meta.url));

export interface Import {
  specifier: string;
  kind: 'value' | 'type' | 'dynamic';
}

/** The properties of a source file that tests of the whole program check. */
export interface Source {
  /** Path below the project folder, with `/`. */
  file: string;
  imports: Import[];
  /** String literals, except those within the first argument of `t(...)`. */
  literals: string[];
  keys: string[];
  /** Template literals without their values: `a.${b}.c` is `['a.', '.c']`. */
  templates: string[][];
  /** Text in JSX that does not come from `t`. */
  bareWords: string[];
}

interface Node {
  type: string;
  [member: string]: unknown;
}

/** Attributes whose values users read or hear. */
const spoken = new Set(['aria-label', 'aria-description', 'title', 'placeholder', 'label', 'alt', 'hint']);

/** Reads every TypeScript file below `folder` of the project. */
export function readSources(folder: string): Source[] {
  return globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .sort()
    .map((file) => readSource(file, readFileSync(join(root, file), 'utf8')));
}

/** Reads one file's text. */
export function readSource(file: string, text: string): Source {
  const { program, module, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]!.message}`);
  const source: Source = { file, imports: [], literals: [], keys: [], templates: [], bareWords: [] };
  for (const { moduleRequest, entries } of module.staticImports) {
    const isType = entries.length > 0 && entries.every((entry) => entry.isType);
    source.imports.push({ specifier: moduleRequest.value, kind: isType ? 'type' : 'value' });
  }
  for (const { entries } of module.staticExports) {
    for (const { moduleRequest, isType } of entries) {
      if (moduleRequest)
        source.imports.push({ specifier: moduleRequest.value, kind: isType ? 'type' : 'value' });
    }
  }
  visit(program as unknown as Node, source, false);
  return source;
}

function visit(node: Node, source: Source, inKey: boolean): void {
  switch (node.type) {
    case 'ImportExpression': {
      const { value } = node.source as { value?: unknown };
      source.imports.push({ specifier: typeof value === 'string' ? value : '(computed)', kind: 'dynamic' });
      return;
    }
    case 'TSImportType':
      source.imports.push({ specifier: (node.source as { value: string }).value, kind: 'type' });
      return;
    case 'ImportDeclaration':
      return;
    case 'Literal':
      if (typeof node.value === 'string') (inKey ? source.keys : source.literals).push(node.value);
      return;
    case 'TemplateLiteral':
      source.templates.push(
        (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked),
      );
      break;
    case 'JSXText':
      if (hasWords(node.value as string)) source.bareWords.push((node.value as string).trim());
      return;
    case 'JSXAttribute': {
      const { name } = node.name as { name: string };
      const value = (node.value as Node | null)?.value;
      if (spoken.has(name) && typeof value === 'string' && hasWords(value)) source.bareWords.push(value);
      break;
    }
    case 'CallExpression':
      // Names of log entries and background tasks look like message keys.
      if (isLog(node.callee as Node) || isTask(node.callee as Node)) {
        for (const argument of (node.arguments as Node[]).slice(1)) visit(argument, source, false);
        return;
      }
      if (/^(?:t|msg)$/.test(String((node.callee as Node).name))) {
        const [key, ...rest] = node.arguments as Node[];
        if (key) visit(key, source, true);
        for (const argument of rest) visit(argument, source, false);
        return;
      }
  }
  for (const child of children(node)) visit(child, source, inKey);
}

/** `scope.run(name, work)`, whose name is logged. */
function isTask({ object, property }: Node): boolean {
  const owner = object as { name?: string; property?: { name?: string } } | undefined;
  const isScope = owner?.name === 'scope' || owner?.property?.name === 'scope';
  return isScope && (property as { name?: string }).name === 'run';
}

function isLog(callee: Node): boolean {
  const name = (callee.property as { name?: string } | undefined)?.name ?? '';
  return callee.type === 'MemberExpression' && ['info', 'warn', 'error'].includes(name);
}

function children(node: Node): Node[] {
  return Object.values(node)
    .flat()
    .filter((value): value is Node => typeof value === 'object' && value !== null && 'type' in value);
}

function hasWords(text: string): boolean {
  return /\p{L}{2}/u.test(text);
}
