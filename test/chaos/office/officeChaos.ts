import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { makeRoom } from '../actions/faultActions.ts';
import { type ChaosOptions, type ChaosResult, keepFolder } from '../chaos.ts';
import { steadyMs } from '../chaosTime.ts';
import { checkMemory, countAll, openRecords, unfinishedWork } from '../finishRound.ts';
import { type Counted, checkCounts } from '../invariants/checkCounts.ts';
import { checkDirectory, sentIdentifiers } from '../invariants/checkDirectory.ts';
import { checkFile, checkStates, checkSteps, countSteps } from '../invariants/checkSteps.ts';
import { checkLog, checkSecrets } from '../invariants/checkTexts.ts';
import { checkWatch } from '../invariants/checkWatch.ts';
import { checkConfirmed } from '../ledger.ts';
import { type Living, type StepLimit, untilAtRest } from '../liveness.ts';
import type { Problem } from '../problem.ts';
import { actionNamed, drawSteps, type Round, type Script } from '../script.ts';
import { type Random, seeded } from '../seeded.ts';
import { ask, note } from '../world.ts';
import { checkOffice } from './checkOffice.ts';
import { collectEvidence, countInFlight } from './evidence.ts';
import { lookInOffice } from './lookInOffice.ts';
import { joinAgain, officeActions, repair, reviveDatabase, runAsMember, startAll } from './officeActions.ts';
import { type Member, type OfficeWorld, startOffice } from './officeWorld.ts';

/** Nobody sleeps here: a lease has to expire in real time, and pauses have to end, before the next look finds anything. */
const officeSteps: StepLimit = { requests: 200, requestsEach: 20, quietLooks: 300, naps: 0 };

/** Plays rounds like `runChaos`, with several people in one office; `people` of them, or two to four. */
export async function runOfficeChaos(options: ChaosOptions): Promise<ChaosResult> {
  const began = steadyMs();
  const chance = seeded(options.seed);
  const drawnPeople = chance.int(2, 4);
  const people = options.script?.people ?? options.people ?? drawnPeople;
  const script: Script = { seed: options.seed, people, rounds: [] };
  const most = options.script?.rounds.length ?? options.rounds ?? Number.POSITIVE_INFINITY;
  const office = await startOffice(people, {
    seed: options.seed,
    random: seeded(chance.int(0, 2 ** 31 - 1)),
    plant: options.plant,
  });
  const release = () => office.release();
  process.once('exit', release);
  const [first] = office.members as [Member];
  const { problems, past, trace, count } = first;
  let rounds = 0;
  try {
    while (rounds < most && problems.length === 0) {
      const spent = steadyMs() - began;
      const nextEnd = rounds === 0 ? 0 : spent + spent / rounds;
      if (nextEnd > (options.minutes ?? Number.POSITIVE_INFINITY) * 60_000) break;
      rounds += 1;
      for (const member of rounds === 1 ? office.members : []) await stock(office, member, chance);
      // What was there before is known from the first look on.
      if (rounds === 1) await lookInOffice(office, chance);
      note(first, `--- round ${rounds}`);
      const drawn = drawRound(office.members, seeded(chance.int(0, 2 ** 31 - 1)), options);
      const round = options.script?.rounds[rounds - 1] ?? drawn;
      script.rounds.push(round);
      await playRound(office, round);
      options.say?.(
        `round ${rounds} of ${people} people: ${Math.round((steadyMs() - began) / 1000)} s, ${problems.length} problems`,
      );
    }
    if (problems.length > 0 && options.keep) {
      for (const { disk, scratch, person } of office.members)
        keepFolder(disk.folder, scratch, join(options.keep, person));
      writeFileSync(join(options.keep, 'office.sql'), office.cluster.dump(office.database));
    }
  } finally {
    await office.remove();
    process.off('exit', release);
  }
  const steps: Record<string, number> = {};
  for (const member of office.members)
    for (const [step, times] of Object.entries(member.steps)) steps[step] = (steps[step] ?? 0) + times;
  const seconds = Math.round((steadyMs() - began) / 1000);
  return { rounds, ...count, seconds, steps, problems, past, trace, script, requests: [], data: [] };
}

/** Begins with some records of everybody. */
async function stock(office: OfficeWorld, member: Member, random: Random): Promise<void> {
  for (const [name, times] of [
    ['draft', 5],
    ['create application', 3],
  ] as const) {
    const action = officeActions.find((one) => one.name === name)!;
    for (let left = times; left > 0; left--) await action.run(office, member, random);
  }
}

/** Draws `steps` steps for each person, and the end. */
function drawRound(
  members: readonly Member[],
  random: Random,
  options: Pick<ChaosOptions, 'only' | 'steps'>,
): Round {
  const steps = members.flatMap(({ person }) => {
    const own = seeded(random.int(0, 2 ** 31 - 1));
    return drawSteps(own, officeActions, { ...options, steps: options.steps ?? 25 }).map((step) => ({
      ...step,
      after: step.after === 0 ? 0 : own.int(0, 1_500),
      person,
    }));
  });
  return { steps, end: random.int(0, 2 ** 31 - 1) };
}

/** Everybody acts at the same time. */
async function playRound(office: OfficeWorld, { steps, end }: Round): Promise<void> {
  const [{ problems, count }] = office.members as [Member];
  const logs = office.members.map(
    ({ disk }) => statSync(join(disk.folder, 'colophon.log'), { throwIfNoEntry: false })?.size ?? 0,
  );
  for (const member of office.members) member.wasFull = false;
  let shared = Promise.resolve();
  const play = async (member: Member) => {
    for (const { action: name, seed, after } of steps.filter(({ person }) => person === member.person)) {
      if (problems.length > 0) return;
      await pause(after);
      const action = actionNamed(officeActions, name);
      const run = () => runAsMember(action, office, member, seeded(seed));
      note(member, `${action.name}:`);
      count[action.kind === 'fault' ? 'faults' : 'actions'] += 1;
      if (action.isShared) shared = shared.then(run);
      await (action.isShared ? shared : run());
    }
  };
  await Promise.all(office.members.map(play));
  const counted = await settle(office, seeded(end));
  problems.push(...(await checkRound(office, counted, logs)));
  for (const { application } of office.members) problems.push(...application.problems);
}

/** Ends all faults, waits until nobody has anything to do, and closes the applications. */
async function settle(office: OfficeWorld, random: Random): Promise<Counted[][]> {
  const { members, directories } = office;
  await Promise.all(members.flatMap(({ background }) => [...background]));
  await reviveDatabase(office);
  await directories.start();
  directories.network.behave();
  for (const place of directories.places.keys()) {
    await directories.steer(place, 'faults', undefined, 'DELETE');
    await directories.steer(place, 'locks', undefined, 'DELETE');
    await directories.steer(place, 'maintenance', { on: false });
  }
  for (const member of members) {
    repair(member);
    member.application.killAt(null);
    makeRoom(member);
    member.application.set({ isOffline: false });
    const end = random.pick(['kill', 'stop', null] as const);
    if (end) await member.application[end]();
  }
  await startAll(office);
  for (const member of members) await joinAgain(office, member);
  for (const member of members)
    for (const { id, key } of member.accounts) await ask(member, 'accounts.setKey', { id, key });
  members[0]!.problems.push(...(await untilAtRest(livingOf(office), officeSteps)));
  await lookInOffice(office, random);
  const counted = [];
  for (const member of members) {
    counted.push(await countAll(member));
    await checkMemory(member);
  }
  await Promise.all(members.map(({ application }) => application.stop()));
  return counted;
}

/** The rows of the office's queue and of records in flight. A server that was killed a moment ago is started first. */
async function countLeft(office: OfficeWorld): Promise<number> {
  const count = async () => {
    const [queue] = await office.sql<{ n: number }>('SELECT count(*)::int AS n FROM colophon.queue');
    return queue!.n + (await countInFlight(office));
  };
  return count().catch(async () => {
    await reviveDatabase(office);
    return count();
  });
}

function livingOf(office: OfficeWorld): Living {
  const { members, directories } = office;
  const look = async () => {
    const busy: string[] = [];
    for (const member of members) {
      // Everything that the others have sent is here, too.
      const status = await member.application.call('office.status', { waits: true });
      if (status.how !== 'ok' || status.value.state !== 'current' || status.value.waiting > 0)
        busy.push(
          `${member.person} is ${status.how === 'ok' ? `${status.value.state} with ${status.value.waiting} changes` : status.how}`,
        );
      for (const work of await unfinishedWork(member)) busy.push(`${member.person}: ${work}`);
      // Otherwise no request would count for the limit of all computers.
      if (!office.reach.isReached(member.person))
        busy.push(`${member.person} is not connected to the office`);
    }
    const left = await countLeft(office);
    if (left > 0) busy.push(`${left} rows of the office's queue and of records in flight`);
    return busy;
  };
  return {
    // At rest only if nothing begins before the second look.
    async look() {
      const busy = await look();
      await pause(500);
      return busy.length > 0 ? busy : look();
    },
    open: () => members.reduce((sum, member) => sum + openRecords(member), 0),
    requests: () => directories.network.requests(),
    nap: async () => undefined,
  };
}

async function checkRound(
  office: OfficeWorld,
  counted: readonly Counted[][],
  logs: readonly number[],
): Promise<Problem[]> {
  const { members, directories } = office;
  const evidence = await collectEvidence(office);
  const problems = checkOffice(evidence);
  const all = members.map(({ disk }) => new Database(join(disk.folder, 'colophon.db'), { readonly: true }));
  try {
    const deleted = all.flatMap((db) =>
      db
        .prepare<[], string>(`SELECT remote_id FROM deletions WHERE state IN ('deleted', 'gone')`)
        .pluck()
        .all(),
    );
    const sent = all.flatMap((db) =>
      db
        .prepare<[], string>(
          'SELECT title FROM upload_items WHERE sent_hash IS NOT NULL AND draft_id NOT IN (SELECT id FROM drafts)',
        )
        .pluck()
        .all(),
    );
    const kept = new Set(
      all.flatMap((db) =>
        db
          .prepare<[], string>(
            'SELECT remote_id FROM deletions WHERE version_id IN (SELECT id FROM earlier_versions)',
          )
          .pluck()
          .all(),
      ),
    );
    for (const [at, member] of members.entries()) {
      const db = all[at]!;
      const found = [
        ...checkFile(db),
        // What colleagues sent is news here, as after a restore.
        ...checkSteps(db, true),
        ...checkStates(db),
        ...counted[at]!.flatMap((one) => checkCounts(db, one)),
        ...checkSecrets(member.disk.folder, [], evidence.keys),
        ...checkLog(join(member.disk.folder, 'colophon.log'), { wasFull: member.wasFull, from: logs[at]! }),
      ];
      for (const { id, place } of member.accounts) {
        const origins = new Set(
          members.flatMap((other, which) => sentIdentifiers(all[which]!, other.accounts[place]!.id)),
        );
        const there = await directories.state(place);
        const { staff } = member.model;
        found.push(
          ...checkDirectory(db, id, there, {
            origins,
            deleted: [...deleted, ...staff.deleted],
            kept,
            sent,
            staff,
          }),
          ...checkWatch(db, id, there, member.model),
        );
      }
      problems.push(...found.map(({ check, text }) => ({ check, text: `${member.person}: ${text}` })));
      member.steps = countSteps(db);
    }
    for (const place of directories.places.keys())
      problems.push(...checkConfirmed(members[0]!.ledger, directories.network.sent(place), place));
  } finally {
    for (const db of all) db.close();
  }
  return [...problems, ...directories.network.problems];
}
