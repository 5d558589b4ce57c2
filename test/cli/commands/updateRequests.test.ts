import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type ApplicationDirectory,
  isSettled,
  openApplicationWorld,
  startApplicationDirectory,
} from '../../helpers/applicationWorld.ts';
import { runCli } from '../../helpers/runCli.ts';
import { goodKey } from '../../helpers/testDirectory.ts';

let directory: ApplicationDirectory;
let data: string;
let remove: () => void;

beforeAll(async () => {
  directory = await startApplicationDirectory();
  const world = await openApplicationWorld({ directory: directory.directory, dialect: '4.0' });
  data = world.folder;
  remove = world.remove;
  const [first, second] = [await world.propose(1), await world.propose(2)];
  await world.propose(3);
  await world.send(first, second);
  for (const id of [first, second]) await world.reach(id, isSettled);
  await directory.setStatus((await world.row(first)).remoteId!, 'revisions_required');
  await world.close();
});
afterAll(async () => {
  remove();
  await directory.stop();
});

const run = (...args: string[]) =>
  runCli(['update-requests', '--data', data, '--account', 'Test', ...args], {
    environment: { COLOPHON_API_KEY: goodKey, COLOPHON_API_KEY_ORIGIN: directory.origin },
  });

describe('colophon update-requests', () => {
  test('lists them by the state last seen, with the date', async () => {
    const { code, out } = await run();
    expect(code).toBe(0);
    const lines = out.split('\n');
    expect(lines.filter((line) => /^\S/.test(line))).toEqual(['Not sent (1)', 'Waiting for an editor (2)']);
    expect(lines).toContainEqual(expect.stringMatching(/^ {2}Journal of Tests 1 · .* · Test$/));
    expect(lines).toContainEqual(
      expect.stringMatching(
        /^ {4}\d{4}-\d\d-\d\d \d\d:\d\d {2}Checked: the directory has it exactly as it was sent\.$/,
      ),
    );
  });

  test('asks the directory first on request', async () => {
    const { code, out, err } = await run('--refresh');
    expect(code).toBe(0);
    expect(err).toContain('Test: Checked 2: 1 changed, 0 new');
    expect(out.split('\n')[0]).toBe('Sent back for changes (1)');
    expect(out).toContain('The directory sent it back for changes.');
  });

  test('prints JSON without any key', async () => {
    const { code, out } = await run('--json');
    expect(code).toBe(0);
    const listed = JSON.parse(out) as { status: string | null; timeline: { kind: string }[] }[];
    expect(listed.map((one) => one.status).sort()).toEqual([null, 'revisions', 'waiting'].sort());
    expect(listed.every((one) => one.timeline[0]?.kind === 'created')).toBe(true);
    expect(out).not.toContain(goodKey);
  });

  test('names an account that it cannot ask for want of a key, and lists what is known', async () => {
    const { code, out, err } = await runCli(['update-requests', '--refresh', '--data', data]);
    expect(code).toBe(3);
    expect(err).toContain('Test: The account has no key.');
    expect(out).toContain('Journal of Tests 1');
    expect((await runCli(['update-requests', '--data', data])).code).toBe(0);
  });

  test('explains why it cannot ask and which accounts exist', async () => {
    await directory.fault({ kind: 'status', status: 401, body: { error: 'no' }, match: { path: 'search/' } });
    const refused = await run('--refresh');
    expect(refused.code).toBe(3);
    expect(refused.err).toMatch(/key/i);
    await directory.clearFaults();
    const unknown = await runCli(['update-requests', '--data', data, '--account', 'Nobody']);
    expect(unknown.code).not.toBe(0);
    expect(unknown.err).toContain('Test');
  });
});
