import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { onlyInFullRuns } from '../helpers/fullRuns.ts';
import { withPostgres } from '../helpers/postgres.ts';
import { actions, runChaos } from './chaos.ts';
import { officeActions } from './office/officeActions.ts';
import { runOfficeChaos } from './office/officeChaos.ts';
import { readScript, scriptText } from './script.ts';

// Whatever failed once is played again: each file has the script of a run that failed, which must be clean now.

const folder = new URL('failed/', import.meta.url);
const all = readdirSync(folder).map((name) => ({ name, script: readScript(new URL(name, folder)) }));

test('scripts of failed runs are stored, and only with actions that exist', () => {
  expect(all.length).toBeGreaterThan(0);
  for (const { name, script } of all) {
    const known = (script.people === undefined ? actions : officeActions).map((action) => action.name);
    const unknown = script.rounds.flatMap(({ steps }) => steps.map(({ action }) => action));
    expect(
      unknown.filter((action) => !known.includes(action)),
      name,
    ).toEqual([]);
  }
});

test('a script is read as it was written', () => {
  for (const { script } of all) expect(JSON.parse(scriptText(script))).toMatchObject({ seed: script.seed });
});

describe('A run that failed once is clean:', onlyInFullRuns, () => {
  for (const { name, script } of all) {
    const isOffice = script.people !== undefined;
    const play = isOffice ? runOfficeChaos : runChaos;
    test(`${name}: ${script.found}`, { ...(isOffice && withPostgres), timeout: 800_000 }, async () => {
      const run = await play({ seed: script.seed, script });
      expect(run.problems, run.past.slice(-120).join('\n')).toEqual([]);
    });
  }
});
