import { setTimeout as pause } from 'node:timers/promises';
import { conflictSides } from '../../../src/shared/office/office.ts';
import { applicationActions } from '../actions/applicationActions.ts';
import { deletionActions } from '../actions/deletionActions.ts';
import { adopt, draftActions } from '../actions/draftActions.ts';
import { faultActions } from '../actions/faultActions.ts';
import { networkActions } from '../actions/networkActions.ts';
import { sendActions } from '../actions/sendActions.ts';
import { deleteSome, editOne, staffActions } from '../actions/staffActions.ts';
import { leaveNow, sendNow } from '../confirm.ts';
import { factOf, present } from '../model.ts';
import type { Random } from '../seeded.ts';
import { type Action, ask, inBackground, note, startIfNeeded, value } from '../world.ts';
import { loginOf, type Member, type OfficeWorld } from './officeWorld.ts';
import { sendSql } from './sqlColleague.ts';

/** An action of one person, or a fault of what the office shares. */
export interface OfficeAction extends Pick<Action, 'name' | 'weight' | 'kind'> {
  /** Happens to what everybody uses, so that two must not begin at once. */
  isShared?: boolean;
  run(office: OfficeWorld, member: Member, random: Random): Promise<void>;
}

const own = (actions: readonly Action[], ...without: string[]): OfficeAction[] =>
  actions
    .filter(({ name }) => !without.includes(name))
    .map((action) => ({
      ...action,
      isShared: /^(the directory|maintenance|staff)/.test(action.name),
      run: (_, member, random) => action.run(member, random),
    }));

export const officeActions: readonly OfficeAction[] = [
  ...own(draftActions, 'look at drafts'),
  // A record that is sent again on purpose would look like one that is sent twice.
  ...own(sendActions, 'send', 'look at uploads'),
  ...own(applicationActions, 'the directory locks'),
  ...own(deletionActions),
  ...own(networkActions.filter(({ name }) => name === 'many requests at once')),
  // Hanging requests are for `npm run chaos` without an office, whose time is fast.
  ...own(faultActions, 'the directory misbehaves', 'the clock jumps by a day and back'),
  ...own(staffActions, 'staff delete articles', 'staff edit an article').map((one) => ({
    ...one,
    weight: 8,
  })),
  {
    name: 'staff delete articles',
    weight: 12,
    kind: 'action',
    isShared: true,
    run: (office, member, random) => deleteSome(member, random, office.members),
  },
  {
    name: 'staff edit an article',
    weight: 24,
    kind: 'action',
    isShared: true,
    run: (office, member, random) => editOne(member, random, office.members),
  },
  {
    name: 'send what is new',
    weight: 30,
    kind: 'action',
    async run(_, member, random) {
      const { id: accountId } = random.pick(member.accounts);
      const ids = random.some(present(member.model.drafts, accountId), random.int(1, 20));
      const selection = random.percent(50) ? { filter: {}, except: ids.slice(0, 3) } : { ids };
      const input = { accountId, selection, includeUnchanged: false, includeHardToFind: true };
      await sendNow(member, { ...input, name: `Run ${member.next()}` });
    },
  },
  {
    name: 'see what colleagues wrote',
    weight: 20,
    kind: 'action',
    async run(_, member, random) {
      const { id: accountId } = random.pick(member.accounts);
      const { drafts, applications } = member.model;
      const page = { offset: 0, limit: 100 };
      const sort = { by: 'updated', direction: 'desc' } as const;
      const list = await value(member, 'drafts.list', { accountId, filter: {}, sort, ...page });
      const unknown = (list?.rows ?? []).filter(({ id }) => !drafts.has(id));
      for (const { id } of random.some(unknown, 15)) await adopt(member, id);
      const others = await value(member, 'applications.list', { accountId, filter: {}, ...page });
      const one = random.maybe((others?.rows ?? []).filter(({ id }) => !applications.has(id)));
      const seen = one && (await value(member, 'applications.get', { id: one.id }));
      if (seen) applications.set(seen.id, factOf(accountId, seen.record));
    },
  },
  {
    name: 'settle a conflict',
    weight: 4,
    kind: 'action',
    async run(_, member, random) {
      const conflict = random.maybe((await value(member, 'office.conflicts', {})) ?? []);
      if (conflict) await ask(member, 'office.settle', { id: conflict.id, keep: random.pick(conflictSides) });
    },
  },
  {
    name: 'leave the office and join again',
    weight: 4,
    kind: 'action',
    async run(office, member, random) {
      member.hasLeft = true;
      await leaveNow(member);
      const alone = draftActions.filter(({ name }) => ['draft', 'edit'].includes(name));
      for (let left = random.int(0, 3); left > 0; left--) await random.pick(alone).run(member, random);
      await pause(random.int(0, 3_000));
      await joinAgain(office, member);
    },
  },
  { name: 'a colleague sends SQL', weight: 8, kind: 'fault', run: sendSql },
  { name: 'the directory answers badly', weight: 12, kind: 'fault', isShared: true, run: misbehave },
  {
    name: 'the way to the office is cut off',
    weight: 8,
    kind: 'fault',
    async run(_, { link }) {
      link.isBroken = true;
      link.cut();
    },
  },
  {
    name: 'the way to the office is open again',
    weight: 10,
    kind: 'fault',
    run: async (_, member) => repair(member),
  },
  {
    name: 'the way to the office flickers',
    weight: 6,
    kind: 'fault',
    run: async (_, member, random) => inBackground(member, flicker(member, random)),
  },
  {
    name: 'the way to the office hangs',
    weight: 6,
    kind: 'fault',
    run: async (_, member, random) => inBackground(member, hang(member, random)),
  },
  {
    name: 'the computer sleeps',
    weight: process.platform === 'win32' ? 0 : 5,
    kind: 'fault',
    // Longer than a permission lasts, and sometimes than the lease.
    run: (_, { application }, random) => application.suspend(random.pick([300, 6_000, 25_000])),
  },
  {
    name: 'the sender is killed',
    weight: 5,
    kind: 'fault',
    async run({ sql, members }) {
      const [lease] = await sql<{ person: string }>(
        'SELECT person FROM colophon.sender WHERE session IS NOT NULL AND expires_at > now() LIMIT 1',
      ).catch(() => []);
      const sender = members.find(({ person }) => person === lease?.person);
      if (!sender) return;
      note(sender, 'kill -9 while it is the sender');
      sender.count.kills += 1;
      await sender.application.kill();
    },
  },
  { name: 'PostgreSQL is killed', weight: 6, kind: 'fault', isShared: true, run: killDatabase },
  {
    name: 'the disk of PostgreSQL is full',
    weight: 3,
    kind: 'fault',
    run: async ({ disk }, _, random) => disk.fill(random.pick([0, 8_192, 100_000])),
  },
  {
    name: 'PostgreSQL has disk space again',
    weight: 6,
    kind: 'fault',
    isShared: true,
    run: async (office) => reviveDatabase(office),
  },
];

/** Joins unless that has been done; the office may be out of reach. */
export async function joinAgain(office: OfficeWorld, member: Member): Promise<void> {
  const status = await value(member, 'office.status', { waits: false });
  if (!status) return;
  if (status.state === 'off' && !member.hasLeft) member.wasOutside = true;
  // An attempt to join that was interrupted, or failed, is repeated until the office answers.
  const isOutside =
    status.state === 'off' || (member.hasLeft && !['current', 'sending'].includes(status.state));
  const hasJoined = !isOutside || (await join(office, member));
  member.hasLeft = !hasJoined;
}

async function join(office: OfficeWorld, member: Member): Promise<boolean> {
  const preview = await ask(member, 'office.preview', loginOf(office, member));
  return preview.how === 'ok' && (await ask(member, 'office.join', { plan: preview.value.id })).how === 'ok';
}

/**
 * Runs an action of a member of the office. Somebody outside may send without its lease, which the checks would report, so
 * they join again first.
 */
export async function runAsMember(
  action: OfficeAction,
  office: OfficeWorld,
  member: Member,
  random: Random,
): Promise<void> {
  if (action.kind === 'action' && member.hasLeft) await joinAgain(office, member);
  if (action.kind === 'fault' || !member.hasLeft) await action.run(office, member, random);
  else note(member, 'skipped outside the office');
}

export function repair({ link }: Member): void {
  link.isBroken = false;
  link.release();
  link.repair();
}

/** Whatever had happened to PostgreSQL, it runs afterwards. */
export async function reviveDatabase(office: OfficeWorld): Promise<void> {
  office.disk.free();
  await office.cluster.revive();
}

async function flicker(member: Member, random: Random): Promise<void> {
  for (let left = random.int(1, 4); left > 0; left--) {
    member.link.isBroken = true;
    member.link.cut();
    await pause(random.int(10, 600));
    repair(member);
    await pause(random.int(10, 1_500));
  }
}

/** Statements fail after three seconds, a lease after twenty. */
async function hang(member: Member, random: Random): Promise<void> {
  member.link.isBroken = true;
  member.link.hold();
  await pause(random.pick([500, 4_000, 22_000]));
  repair(member);
}

async function killDatabase(office: OfficeWorld, { count }: Member, random: Random): Promise<void> {
  const { cluster } = office;
  count.kills += 1;
  try {
    const what = random.pick(['server', 'connection', 'at once'] as const);
    if (what === 'server') cluster.kill();
    else if (what === 'at once') cluster.stop('immediate');
    else {
      const [one] = await office.sql<{ pid: number }>(
        `SELECT pid FROM pg_stat_activity WHERE application_name = 'Colophon' ORDER BY random() LIMIT 1`,
      );
      if (one) process.kill(one.pid, 'SIGKILL');
    }
  } catch {
    // It is down already.
  }
  await pause(random.int(0, 2_000));
  // On a full disk it cannot start before there is room.
  if (random.percent(70)) await reviveDatabase(office);
}

async function misbehave({ directories }: OfficeWorld, _: Member, random: Random): Promise<void> {
  const match = {
    ...(random.percent(60) ? { method: random.pick(['POST', 'PUT', 'GET', 'DELETE']) } : {}),
    times: random.int(1, 3),
  };
  await directories.steer(random.int(0, 1), 'faults', { match, ...badAnswer(random) });
}

function badAnswer(random: Random): object {
  return random.pick([
    { kind: 'rate_limit', retryAfter: random.int(1, 3) },
    { kind: 'slow', ms: random.pick([100, 1_000, 3_000]) },
    { kind: 'drop_before' },
    { kind: 'drop_after' },
    { kind: 'drop_after' },
    { kind: 'status', status: random.pick([500, 502, 503]), after: random.percent(50) },
    { kind: 'truncated' },
    { kind: 'not_json' },
  ]);
}

/** Starts every application that does not run. */
export async function startAll(office: OfficeWorld): Promise<void> {
  for (const member of office.members) await startIfNeeded(member);
}
