import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { openingFile } from '../../src/main/shell/openingFile.ts';
import { temporaryFolder } from '../helpers/storeParts.ts';

const openingAddress = () => 'http://127.0.0.1:80/?code=the-code';

test('pages that a crash left behind are removed, and nothing else that has a name like theirs', () => {
  const dataFolder = temporaryFolder();
  const elsewhere = temporaryFolder();
  const at = (...names: string[]) => join(dataFolder, ...names);
  for (const name of ['opening-a1B2c3', 'opening-empty1', 'opening-issues', 'opening-photos/2025'])
    mkdirSync(at(name), { recursive: true });
  const kept = [at('opening-issues', 'list.txt'), at('opening-issues', 'colophon.html')];
  for (const file of [...kept, at('opening-a1B2c3', 'colophon.html'), join(elsewhere, 'colophon.html')])
    writeFileSync(file, 'text');
  symlinkSync(elsewhere, at('opening-linked'));
  const opening = openingFile({ dataFolder, openingAddress })!;
  expect(readFileSync(opening.file, 'utf8')).toContain(openingAddress());
  const own = dirname(opening.file);
  const left = ['opening-issues', 'opening-linked', 'opening-photos'];
  expect(
    readdirSync(dataFolder)
      .map((name) => at(name))
      .sort(),
  ).toEqual([own, ...left.map((name) => at(name))].sort());
  for (const file of [...kept, at('opening-photos', '2025'), join(elsewhere, 'colophon.html')])
    expect(existsSync(file)).toBe(true);
  // Somebody may have put something beside the page meanwhile.
  writeFileSync(join(own, 'notes.txt'), 'text');
  opening.remove();
  expect(readdirSync(own)).toEqual(['notes.txt']);
});

test('a page that cannot be written, as on a full disk, leaves nothing behind', () => {
  const dataFolder = temporaryFolder();
  const folderOf = () => join(dataFolder, readdirSync(dataFolder)[0]!);
  const hinder = () => {
    writeFileSync(join(folderOf(), 'colophon.html'), '');
    return openingAddress();
  };
  expect(openingFile({ dataFolder, openingAddress: hinder })).toBeNull();
  expect(readdirSync(dataFolder)).toEqual([]);
  rmSync(dataFolder, { recursive: true });
  expect(openingFile({ dataFolder, openingAddress })).toBeNull();
});
