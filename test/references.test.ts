import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.md'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(root, file)) && file !== 'test/references.test.ts');

/** Sections of a page: the numbers of its headings, and of the paragraphs of the addenda. */
function sectionsOf(page: string): Set<string> {
  const text = readFileSync(join(root, 'docs/reference', page), 'utf8');
  const addenda = [...text.matchAll(/^- ((?:\d+(?:\.\d+)?[^:(]*)+)/gm)].flatMap(([, start]) =>
    numbersIn(start!),
  );
  const headings = [...text.matchAll(/^#{2,3} (\d+(?:\.\d+)?)/gm)].map(([, number]) => number!);
  return new Set([...headings, ...addenda]);
}

const numbersIn = (text: string) => text.match(/\d+(?:\.\d+)?/g) ?? [];

const numbers = String.raw`(?:[ ,]*(?:and |to |-)?\d+(?:\.\d+)?(?![\w#]))+`;
const page = new RegExp(String.raw`reference/([\w-]+\.\w+)(${numbers})?`, 'g');
const addenda = new RegExp(String.raw`\baddenda(?:\.md)?,?(${numbers})`, 'g');

/** What a file cites, with the text of comments that run over several lines joined. */
function citationsIn(file: string): { page: string; sections: string[] }[] {
  const text = readFileSync(join(root, file), 'utf8').replaceAll(/\n\s*(?:\*|\/\/)?\s*/g, ' ');
  const pages = [...text.matchAll(page)].map(([, name, found]) => ({
    page: name!,
    sections: numbersIn(found ?? ''),
  }));
  const added = [...text.matchAll(addenda)].map(([, found]) => ({
    page: 'directory-api-addenda.md',
    sections: numbersIn(found!),
  }));
  return [...pages, ...added];
}

test('a citation names its page, so that it can be found', () => {
  const vague = files.flatMap((file) => {
    const found = /\((?:reference (?:section )?\d|spec(?:[;/]|, ["A-Z])).*/.exec(
      readFileSync(join(root, file), 'utf8'),
    );
    return found ? [`${file}: ${found[0]}`] : [];
  });
  expect(vague).toEqual([]);
});

test('every page and section that the code cites is in docs/reference', () => {
  const known = new Map<string, Set<string>>();
  const missing: string[] = [];
  let count = 0;
  for (const file of files) {
    for (const { page, sections } of citationsIn(file)) {
      count++;
      if (!existsSync(join(root, 'docs/reference', page))) {
        missing.push(`${file}: ${page}`);
        continue;
      }
      const found = known.get(page) ?? sectionsOf(page);
      known.set(page, found);
      for (const section of sections) if (!found.has(section)) missing.push(`${file}: ${page} ${section}`);
    }
  }
  expect(missing).toEqual([]);
  expect(count).toBeGreaterThan(200);
});
