import { readdirSync, readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import about from '../../package.json' with { type: 'json' };

interface Workflow {
  on: Record<string, unknown>;
  permissions: Record<string, string>;
  jobs: Record<
    string,
    {
      strategy: { matrix: { os: string[] } };
      'timeout-minutes': number;
      steps: { uses?: string; run?: string; with?: Record<string, unknown> }[];
    }
  >;
}

const folder = new URL('../../.github/workflows/', import.meta.url);
const workflows = readdirSync(folder).map((name) => {
  const text = readFileSync(new URL(name, folder), 'utf8');
  return [name, load(text) as Workflow, text] as const;
});

describe.each(workflows)('%s', (_name, workflow, text) => {
  const steps = Object.values(workflow.jobs).flatMap((job) => job.steps);

  test('runs on three systems with a time limit', () => {
    for (const job of Object.values(workflow.jobs)) {
      expect(job.strategy.matrix.os).toEqual(['ubuntu-latest', 'windows-latest', 'macos-latest']);
      expect(job['timeout-minutes']).toBeGreaterThan(0);
    }
  });

  test('only has read permission for the repository and keeps no credentials', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' });
    const checkouts = steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'));
    expect(checkouts).not.toEqual([]);
    for (const { with: options } of checkouts)
      expect(options).toMatchObject({ 'persist-credentials': false });
  });

  test('uses only GitHub’s own actions, each pinned to a commit with its version beside it', () => {
    const used = [...text.matchAll(/uses:\s*(.+)/g)].map(([, action]) => action);
    expect(used).toHaveLength(steps.filter((step) => step.uses).length);
    for (const action of used) expect(action).toMatch(/^actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  test('fails if the audit gets no answer', () => {
    for (const { run } of steps)
      if (run?.includes('run audit')) expect(run).toBe('npm run audit -- --strict');
  });

  test('only calls scripts that the project has', () => {
    const called = steps.flatMap(({ run = '' }) =>
      [...run.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name!),
    );
    for (const name of called) expect(about.scripts).toHaveProperty(name);
    expect(steps.some(({ run }) => run === 'npm ci')).toBe(true);
  });
});

test('every push is tested, every theme is checked nightly, and a tag builds packages', () => {
  const named = Object.fromEntries(workflows.map(([name, workflow]) => [name, workflow]));
  expect(named['test.yml']!.on).toHaveProperty('pull_request');
  expect(named['nightly.yml']!.on).toHaveProperty('schedule');
  const nightly = Object.values(named['nightly.yml']!.jobs).flatMap((job) => job.steps);
  expect(nightly.some(({ run }) => run?.includes('npm run test:full'))).toBe(true);
  expect(named['release.yml']!.on).toEqual({ push: { tags: ['v*'] } });
  const release = named['release.yml']!.jobs.package!.steps.map(({ run }) => run);
  const audit = release.indexOf('npm run audit -- --strict');
  expect(audit).toBeGreaterThan(0);
  expect(audit).toBeLessThan(release.indexOf('npm run package'));
});
