import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { chosenDataFolder } from '../../../src/main/platform/files/dataFolder.ts';

describe('The data folder of the desktop application', () => {
  const standard = chosenDataFolder([], process.env);

  test.each([
    ['a packaged program', ['--data', 'scratch'], 'scratch'],
    ['a packaged program, as one argument', ['--data=scratch'], 'scratch'],
    ['a packaged program that opens a file', ['articles.json', '--data', 'scratch'], 'scratch'],
    ['the program in development', ['/colophon', '--data', 'scratch'], 'scratch'],
    ['a program with options of Chromium', ['--no-sandbox', '--data', 'scratch', '--lang=fr'], 'scratch'],
    ['a packaged program that opens only a file', ['articles.json'], null],
    ['the program in development without options', ['/colophon'], null],
    ['a name without an option', ['/colophon', 'data', 'scratch'], null],
    ['an option without a name', ['--data'], null],
  ])('is found among the arguments of %s', (_, args, folder) => {
    expect(chosenDataFolder(args, process.env)).toBe(folder === null ? standard : resolve(folder));
  });
});
