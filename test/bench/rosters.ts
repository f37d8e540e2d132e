import { beginChange } from '../../functions/employees/changes/begin-change.ts';
import { loadRosterChange, resultsOf } from '../../functions/employees/changes/change-store.ts';
import { confirmChange } from '../../functions/employees/changes/confirm-change.ts';
import { takeBackChange } from '../../functions/employees/changes/take-back-change.ts';
import { groupMembershipChange } from '../../functions/group-memberships/store.ts';
import { runJobSteps } from '../../functions/jobs/job-runner.ts';
import { loadJob } from '../../functions/jobs/store.ts';
import { loadMembers, memberChange, memberEntity } from '../../functions/members/store.ts';
import { membershipCounts } from '../../functions/members/membership-count-store.ts';
import { partnerChange } from '../../functions/partners/store.ts';
import { putFile, s3 } from '../../functions/platform/files.ts';
import { itemOf } from '../../functions/table/change.ts';
import { transact } from '../../functions/table/transact.ts';
import { noCounts } from '../../shared/employees/changes/roster-change.ts';
import { deleted, type Member } from '../../shared/members/member.ts';
import { crashAtWrite } from '../support/faults.ts';
import { waitingJobs } from '../support/jobs.ts';
import { someGroupMembership, someMember, somePartner } from '../support/world.ts';
import { print, type Line } from './measure.ts';
import { putAll } from './put-all.ts';

const admin = { userId: 'user-roster-bench', role: 'systemAdmin' } as const;
const forever = (): number => Infinity;
const upTo = (most: number): number => Math.floor(Math.random() * most);

interface Sizes {
  leavers: number;
  kills: number;
  /** Rows of a delivered roster, and of how many of them the people are there. */
  rows: number;
  members: number;
}

/** Leavers whose jobs are killed at random writes, and a delivered roster of many rows; both unless one is named. */
export async function benchRosters(sizes: Sizes, part: 'both' | 'leavers' | 'delivered'): Promise<Line[]> {
  const lines = [
    ...(part === 'delivered' ? [] : await killed(sizes)),
    ...(part === 'leavers' ? [] : await delivered(sizes)),
  ];
  print('Leavers and full rosters', lines);
  return lines;
}

async function addPartner(id: string, numberOfMemberships: number): Promise<void> {
  await transact(
    ...partnerChange(null, somePartner(id)),
    ...groupMembershipChange(null, someGroupMembership(id, { numberOfMemberships })),
  );
}

const personAt = (partnerId: string, place: number, invitationStatus: Member['invitationStatus']): Member =>
  someMember(`R${partnerId}-${place}`, partnerId, {
    firstName: `Ann${place % 97}`,
    lastName: `Person${place}`,
    email: `p${place}@roster.test`,
    keyFobNumber: null,
    invitationStatus,
  });

/** Runs a job whose worker dies at random writes, each before or after it went out; gives how often it died. */
async function runKilled(jobId: string, kills: number, writesOfOneLife: number): Promise<number> {
  let deaths = 0;
  for (; deaths < kills && (await loadJob(jobId))?.status === 'running'; deaths++) {
    const death = crashAtWrite(1 + upTo(writesOfOneLife), Math.random() < 0.5 ? 'before' : 'after', [s3]);
    await runJobSteps(jobId, forever).catch(() => {});
    death.revive();
  }
  await runJobSteps(jobId, forever);
  return deaths;
}

async function killed({ leavers, kills }: Sizes): Promise<Line[]> {
  const partnerId = '9801';
  await addPartner(partnerId, leavers + 100);
  const people = Array.from({ length: leavers }, (_, place) => personAt(partnerId, place, 1));
  for (let start = 0; start < leavers; start += 4)
    await transact(...people.slice(start, start + 4).flatMap((one) => memberChange(null, one)));
  const stored = () =>
    loadMembers(
      people.map(({ id }) => id),
      { consistent: true },
    );
  const facts = async () => (await stored()).map((member) => JSON.stringify({ ...member, version: 0 }));
  const before = await facts();
  const bytes = Buffer.from(['Email', ...people.map(({ email }) => email)].join('\n'));
  const id = 'bench-leavers';
  const files = { kind: 'leavers', fileName: 'leavers.csv', bytes } as const;
  await beginChange({ id, jobId: `${id}-read`, partnerId, ...files }, admin, new Date());
  // about eight members a step, and a write each
  const writesOfOneLife = Math.max(2, Math.floor(leavers / 4 / kills));
  const ofReading = await runKilled(`${id}-read`, Math.ceil(kills / 10), 20);
  const read = await loadRosterChange(id);
  await confirmChange(read, { version: read.version, jobId: `${id}-apply` }, admin, new Date());
  const began = performance.now();
  const ofApplying = await runKilled(`${id}-apply`, kills, writesOfOneLife);
  const seconds = Math.round((performance.now() - began) / 1000);
  const told: string[] = [];
  for (let after: string | undefined; ;) {
    const page = await resultsOf(id, false, after);
    told.push(...page.items.filter(({ success }) => success).map(({ memberId }) => memberId));
    if (page.nextCursor === null) break;
    after = page.nextCursor;
  }
  const ended = (await stored()).filter(({ invitationStatus }) => invitationStatus === deleted).length;
  const { used } = await membershipCounts(partnerId);
  const done = await loadRosterChange(id);
  await takeBackChange(done, { version: done.version, jobId: `${id}-back` }, admin, new Date());
  const ofTakingBack = await runKilled(`${id}-back`, kills, writesOfOneLife);
  const after = await facts();
  const same = after.filter((member, place) => member === before[place]).length;
  const usedAfter = (await membershipCounts(partnerId)).used;
  waitingJobs.length = 0;
  const all = leavers.toLocaleString('en-US');
  return [
    {
      what: `${all} leavers read, worker died ${ofReading} times: told to end`,
      value: String(read.counts.end),
      bound: 'all',
      holds: read.counts.end === leavers && read.counts.rows === leavers,
    },
    {
      what: `applied in ${seconds} s, worker died ${ofApplying} times: lost, doubled`,
      value: `${leavers - ended}, ${told.length - new Set(told).size}`,
      bound: 'none',
      holds: ended === leavers && new Set(told).size === leavers && told.length === leavers && used === 0,
    },
    {
      what: `taken back, worker died ${ofTakingBack} times: as before`,
      value: String(same),
      bound: 'all',
      holds: same === leavers && usedAfter === leavers,
    },
  ];
}

async function delivered({ rows, members }: Sizes): Promise<Line[]> {
  const partnerId = '9802';
  await addPartner(partnerId, rows * 2);
  const isThere = (place: number) => place < members;
  const began = performance.now();
  let batch: Record<string, unknown>[] = [];
  for (let place = 0; place < rows; place++) {
    if (isThere(place)) batch.push(itemOf(memberEntity, { ...personAt(partnerId, place, 1), version: 1 }));
    if (batch.length < 500 && place < rows - 1) continue;
    await putAll(batch);
    batch = [];
  }
  console.log(`  loaded the roster in ${((performance.now() - began) / 1000).toFixed(0)} s`);
  const lines = Array.from(
    { length: rows },
    (_, place) => `Ann${place % 97},Person${place % 50 === 1 ? 'New' : place},p${place}@roster.test`,
  );
  const bytes = Buffer.from(['First Name,Last Name,Email', ...lines].join('\n'));
  const id = 'bench-roster';
  const deliveredAs = `hr/${partnerId}/roster/all.csv`;
  await beginChange(
    {
      id,
      jobId: `${id}-read`,
      partnerId,
      kind: 'roster',
      fileName: 'all.csv',
      bytes,
      deliveredAs,
    },
    admin,
    new Date(),
  );
  await putFile('files', deliveredAs, bytes, 'text/csv');
  const start = process.cpuUsage();
  const at = performance.now();
  await runJobSteps(`${id}-read`, forever);
  const { user, system } = process.cpuUsage(start);
  const seconds = (user + system) / 1e6;
  const { status, counts } = await loadRosterChange(id);
  const add = rows - members;
  const changed = Array.from({ length: rows }, (_, place) => place).filter(
    (place) => place % 50 === 1 && isThere(place),
  ).length;
  const wanted = { ...noCounts, rows, add, change: changed, same: rows - add - changed };
  waitingJobs.length = 0;
  return [
    {
      what: `${rows.toLocaleString('en-US')} delivered rows judged in ${Math.round((performance.now() - at) / 1000)} s: CPU`,
      value: `${seconds.toFixed(1)} s`,
      bound: 'at most 20 s, counts right',
      holds: seconds <= 20 && status === 'preview' && JSON.stringify(counts) === JSON.stringify(wanted),
    },
  ];
}
