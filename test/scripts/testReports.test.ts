import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { addUp, readChaos, readPlaywright, readVitest, single } from '../../scripts/testReports.mjs';

const folder = mkdtempSync(join(tmpdir(), 'colophon-reports-'));
let number = 0;

function file(content: unknown): string {
  const path = join(folder, `${++number}.json`);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

it('counts each Vitest test by its own status and names failed and skipped ones', () => {
  const report = {
    testResults: [
      {
        name: 'a.test.ts',
        status: 'failed',
        assertionResults: [
          { fullName: 'adds', status: 'passed' },
          {
            fullName: 'divides',
            status: 'failed',
            failureMessages: ['\u001b[31mexpected 2\u001b[39m\n  at a.test.ts:7'],
          },
          { fullName: 'needs a mac', status: 'skipped', meta: { reason: 'only on macOS' } },
          { fullName: 'needs a mac, too', status: 'skipped', meta: { reason: 'only on macOS' } },
        ],
      },
      { name: 'broken.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
    ],
  };
  const total = addUp([readVitest('unit', file(report), false), single('types', true)]);
  expect(total).toMatchObject({ passed: 2, failed: 2, skipped: 2 });
  expect(total.lines).toEqual([
    '',
    'unit: 1 passed, 2 failed, 2 skipped.',
    '  2 skipped: only on macOS',
    'types: 1 passed, 0 failed, 0 skipped.',
    'failed: a.test.ts: divides',
    '  expected 2',
    '    at a.test.ts:7',
    'failed: broken.test.ts',
    '  no such module',
  ]);
});

it('counts Playwright tests in nested suites and gives the reason of a skipped one', () => {
  const report = {
    suites: [
      {
        title: 'main.spec.ts',
        specs: [{ title: 'opens', tests: [{ status: 'expected' }] }],
        suites: [
          {
            title: 'under Electron',
            specs: [
              {
                title: 'starts',
                tests: [
                  {
                    status: 'skipped',
                    annotations: [{ type: 'skip' }, { type: 'skip', description: 'no runtime' }],
                  },
                ],
              },
              { title: 'wobbles', tests: [{ status: 'flaky' }] },
              {
                title: 'closes',
                tests: [{ status: 'unexpected', results: [{}, { error: { message: 'still open' } }] }],
              },
            ],
          },
        ],
      },
    ],
  };
  const total = addUp([readPlaywright('browser', file(report), false)]);
  expect(total).toMatchObject({ passed: 1, failed: 2, skipped: 1 });
  expect(total.lines).toContain('failed: main.spec.ts > under Electron > wobbles');
  expect(total.lines).toContain('  1 skipped: no runtime');
  expect(total.lines.slice(-2)).toEqual(['failed: main.spec.ts > under Electron > closes', '  still open']);
});

it('never takes a missing, truncated or empty report for success', () => {
  expect(readVitest('unit', join(folder, 'absent.json'), true).failed).toBe(1);
  expect(readVitest('unit', file('{"testResults": ['), true).failed).toBe(1);
  expect(readVitest('unit', file({ testResults: [] }), true).failed).toBe(1);
  expect(readPlaywright('browser', file({ suites: [] }), true).failed).toBe(1);
  const passed = { suites: [{ title: 'x', specs: [{ title: 'y', tests: [{ status: 'expected' }] }] }] };
  expect(readPlaywright('browser', file(passed), false).failed).toBe(1);
});

it('counts a chaos run as one test and names its seed, its failed check and how to repeat it', () => {
  const command = 'npm run chaos -- --seed 7 --rounds 2';
  const read = (problems: unknown[], exitedWell: boolean, rounds = 2) =>
    addUp([readChaos('chaos with seed 7', file({ rounds, problems, command }), exitedWell)]);
  expect(read([], true)).toMatchObject({ passed: 1, failed: 0, skipped: 0 });
  const failed = read([{ check: 'record lost', text: 'Draft 5 is lost.' }], false);
  expect(failed).toMatchObject({ passed: 0, failed: 1, skipped: 0 });
  expect(failed.lines.join('\n')).toContain('chaos with seed 7: 0 passed, 1 failed');
  expect(failed.lines.join('\n')).toContain(`record lost: Draft 5 is lost. To repeat: ${command}`);
  expect(read([], false)).toMatchObject({ passed: 0, failed: 1 });
  expect(read([], true, 0)).toMatchObject({ passed: 0, failed: 1 });
  expect(readChaos('chaos with seed 7', join(folder, 'absent.json'), true).failures).toEqual([
    { name: 'chaos with seed 7 (no report)', cause: '' },
  ]);
});

it('counts a step as one test', () => {
  expect(addUp([single('types', true), single('lint', false)])).toMatchObject({
    passed: 1,
    failed: 1,
    skipped: 0,
  });
});
