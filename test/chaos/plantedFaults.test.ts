import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createLog } from '../../src/main/platform/log.ts';
import { createDispatch } from '../../src/main/shell/dispatch.ts';
import type { Handlers } from '../../src/shared/contract/contract.ts';
import type { WireError } from '../../src/shared/errors.ts';
import { article, goodKey } from '../helpers/testDirectory.ts';
import { openTestServices, type TestServices } from '../helpers/testServices.ts';
import { type Application, createApplication } from './application.ts';
import { checkAll } from './checkAll.ts';
import { type Data, dataFaults } from './faults/dataFaults.ts';
import { type History, playHistory } from './faults/history.ts';
import { type PlayFault, playFaults } from './faults/playFaults.ts';
import { processFaults, programOf } from './faults/processFaults.ts';
import { type FaultyWorld, idleApplication, worldOf } from './faults/worldOf.ts';
import { createModel, factOf } from './model.ts';
import { type Check, checks, type Problem } from './problem.ts';

// Each check of a chaos run must report a fault planted for it, and no other check may.

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'colophon-planted-'));
  mkdirSync(join(folder, 'scratch'));
  return () => rmSync(folder, { recursive: true, force: true });
});

test('every check has a planted fault', () => {
  const planted = [...dataFaults, ...processFaults, ...playFaults].map(({ check }) => check);
  // In browser.test.ts, because it needs one.
  planted.push('blank screen');
  expect(checks.filter((check) => !planted.includes(check))).toEqual([]);
});

/** Expects problems of these checks only, and one of the first with these words. */
function expectOnly(found: readonly Problem[], says: string, expected: readonly [Check, ...Check[]]): void {
  const [check] = expected;
  expect(found.filter((one) => one.check === check).map(({ text }) => text)).toContainEqual(
    expect.stringContaining(says),
  );
  expect([...new Set(found.map((one) => one.check))].sort()).toEqual([...expected].sort());
}

describe('in stored data and counts:', () => {
  let history: History;
  beforeAll(async () => {
    history = await playHistory();
  });

  /** The data of the history in the folder of this test. */
  function copyHistory(): Data {
    const data = join(folder, 'data');
    mkdirSync(data);
    writeFileSync(join(data, 'colophon.db'), history.database);
    writeFileSync(join(data, 'colophon.log'), history.log);
    const { accountId, model, directory, counted } = structuredClone(history);
    const rows = new Database(join(data, 'colophon.db'));
    const application = idleApplication;
    const scratch = join(folder, 'scratch');
    const world = worldOf({ data, scratch, rows, accountId, model, directory, application });
    return { world, counted };
  }

  async function check({ world, counted }: Data): Promise<Problem[]> {
    world.rows.close();
    const shown = counted.accountId === world.accounts[0]!.id ? [counted] : [];
    return checkAll(world, { scratch: world.scratch, counted: shown, logFrom: 0 });
  }

  test('a correct history passes every check', async () => {
    const data = copyHistory();
    expect(data.world.stored.articles).toHaveLength(3);
    expect(await check(data)).toEqual([]);
  });

  test.each(dataFaults)('$check: $says', async ({ check: name, says, plant, also = [] }) => {
    const data = copyHistory();
    if (typeof plant === 'string') {
      data.world.rows.exec(plant);
      data.counted.accountId = 'not counted';
    } else plant(data);
    expectOnly(await check(data), says, [name, ...also]);
  });
});

describe.concurrent('in the process:', () => {
  test.each(processFaults)('$check', async (fault) => {
    const own = mkdtempSync(join(tmpdir(), 'colophon-planted-'));
    const program = join(own, 'program.mjs');
    writeFileSync(program, programOf(fault));
    const time = { factor: 1, wall: 0, at: 0 };
    const { patience } = fault;
    const application = createApplication(
      { folder: own, scratch: own, time, seed: 1 },
      { program, ...(patience ? { patience } : {}) },
    );
    await application.start();
    await fault.use(application);
    await application.kill();
    rmSync(own, { recursive: true, force: true });
    expectOnly(application.problems, fault.says, [fault.check]);
  });
});

describe('in use:', () => {
  let services: TestServices;
  let drafts: number[];
  beforeAll(async () => {
    const nowhere = 'http://127.0.0.1:9/api/v3/';
    services = await openTestServices({ directory: { '3.0.1': nowhere, '4.0': nowhere }, key: goodKey });
  });
  afterAll(async () => {
    await services.close();
    services.remove();
  });
  beforeEach(() => {
    drafts = services.addDrafts([article(1), article(2)]);
  });

  /** The application in this process, which tells lies about some calls. */
  function applicationWith(
    { lies = {}, application = {} }: PlayFault,
    world: () => FaultyWorld,
  ): Application {
    const log = createLog({ file: join(folder, 'colophon.log') });
    const dispatch = createDispatch(services.handlers as unknown as Handlers, log);
    const call = async (name: keyof typeof lies, input: unknown) => {
      const honest = async () => {
        const answer = await dispatch(name, input);
        return answer.ok
          ? ({ how: 'ok', value: answer.value } as const)
          : ({ how: 'refused', error: answer.error as WireError } as const);
      };
      const lie = lies[name];
      return lie ? lie(honest, world()) : honest();
    };
    return { ...idleApplication, isRunning: true, call: call as Application['call'], ...application };
  }

  test.each(playFaults)('$check: $says', async (fault) => {
    const { accountId } = services;
    const model = createModel();
    for (const [index, id] of drafts.entries()) model.drafts.set(id, factOf(accountId, article(index + 1)));
    const data = fault.isElsewhere ? join(folder, 'data') : services.folder;
    const world: FaultyWorld = worldOf({
      data,
      scratch: join(folder, 'scratch'),
      rows: services.db,
      accountId,
      model,
      application: applicationWith(fault, () => world),
    });
    await fault.play(world);
    expectOnly([...world.problems, ...world.directories.network.problems], fault.says, [fault.check]);
  });
});
