import { beginChange } from '../../functions/employees/changes/begin-change.ts';
import { loadRosterChange, resultsOf } from '../../functions/employees/changes/change-store.ts';
import { confirmChange } from '../../functions/employees/changes/confirm-change.ts';
import { takeBackChange } from '../../functions/employees/changes/take-back-change.ts';
import { groupMembershipChange } from '../../functions/group-memberships/store.ts';
import { runJobSteps } from '../../functions/jobs/job-runner.ts';
import { loadJob } from '../../functions/jobs/store.ts';
import { loadMembers, memberChange } from '../../functions/members/store.ts';
import { membershipCounts } from '../../functions/members/membership-count-store.ts';
import { partnerChange } from '../../functions/partners/store.ts';
import { putFile, s3 } from '../../functions/platform/files.ts';
import { transact } from '../../functions/table/transact.ts';
import type { RosterChangeKind, RosterCounts } from '../../shared/employees/changes/roster-change.ts';
import { deleted, type Member } from '../../shared/members/member.ts';
import { crashAtWrite } from '../support/faults.ts';
import { waitingJobs } from '../support/jobs.ts';
import { someGroupMembership, someMember, somePartner } from '../support/world.ts';
import type { Line } from './measure.ts';

export const admin = { userId: 'user-roster-bench', role: 'systemAdmin' } as const;
export const forever = (): number => Infinity;
const upTo = (most: number): number => Math.floor(Math.random() * most);

export async function addPartner(id: string, numberOfMemberships: number): Promise<void> {
  await transact(
    ...partnerChange(null, somePartner(id)),
    ...groupMembershipChange(null, someGroupMembership(id, { numberOfMemberships })),
  );
}

export const personAt = (
  partnerId: string,
  place: number,
  invitationStatus: Member['invitationStatus'],
): Member =>
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

interface File {
  partnerId: string;
  kind: RosterChangeKind;
  people: readonly Member[];
  lines: readonly string[];
  /** Rows that are applied. */
  applied: number;
  kills: number;
  counts: Partial<RosterCounts>;
  /** How many members are as the file wants them, once it is applied; `told` are those it worked on. */
  asWanted: (stored: readonly Member[], told: readonly string[]) => Promise<number>;
  usedThen: number;
}

/** Reads, applies and takes back a file, each by a worker that is killed at random writes. */
async function livedThrough(file: File): Promise<Line[]> {
  const { partnerId, kind, people, applied, kills } = file;
  await addPartner(partnerId, people.length * 2);
  for (let start = 0; start < people.length; start += 4)
    await transact(...people.slice(start, start + 4).flatMap((one) => memberChange(null, one)));
  const stored = () =>
    loadMembers(
      people.map(({ id }) => id),
      { consistent: true },
    );
  const facts = async () => (await stored()).map((member) => JSON.stringify({ ...member, version: 0 }));
  const before = await facts();
  const id = `bench-${kind}`;
  const bytes = Buffer.from(file.lines.join('\n'));
  const input = { id, jobId: `${id}-read`, partnerId, kind, fileName: `${kind}.csv`, bytes };
  // a roster by hand is a small workbook
  const deliveredAs = `hr/${partnerId}/roster/all.csv`;
  if (kind === 'roster') await putFile('files', deliveredAs, bytes, 'text/csv');
  await beginChange({ ...input, ...(kind === 'roster' && { deliveredAs }) }, admin, new Date());
  // about eight members a step, and a write each
  const writesOfOneLife = Math.max(2, Math.floor(applied / 4 / kills));
  const ofReading = await runKilled(`${id}-read`, Math.ceil(kills / 10), 20);
  const read = await loadRosterChange(id);
  await confirmChange(read, { version: read.version, jobId: `${id}-apply` }, admin, new Date());
  const began = performance.now();
  const ofApplying = await runKilled(`${id}-apply`, kills, writesOfOneLife);
  const seconds = Math.round((performance.now() - began) / 1000);
  const told = await everyoneTold(id);
  const asWanted = await file.asWanted(await stored(), told);
  const { used } = await membershipCounts(partnerId);
  const done = await loadRosterChange(id);
  await takeBackChange(done, { version: done.version, jobId: `${id}-back` }, admin, new Date());
  const ofTakingBack = await runKilled(`${id}-back`, kills, writesOfOneLife);
  const after = await facts();
  const same = after.filter((member, place) => member === before[place]).length;
  const usedAfter = (await membershipCounts(partnerId)).used;
  waitingJobs.length = 0;
  const all = `${applied.toLocaleString('en-US')} rows of a ${kind} file`;
  return [
    {
      what: `${all} read, worker died ${ofReading} times`,
      value: JSON.stringify(read.counts),
      bound: 'all',
      holds: Object.entries(file.counts).every(([name, count]) => Reflect.get(read.counts, name) === count),
    },
    {
      what: `applied in ${seconds} s, worker died ${ofApplying} times: lost, doubled`,
      value: `${applied - asWanted}, ${told.length - new Set(told).size}`,
      bound: 'none',
      holds:
        asWanted === applied &&
        told.length === applied &&
        new Set(told).size === applied &&
        used === file.usedThen,
    },
    {
      what: `taken back, worker died ${ofTakingBack} times: as before, of ${people.length}`,
      value: String(same),
      bound: 'all',
      holds: same === people.length && usedAfter === people.length,
    },
  ];
}

/** The members whom the work tells of, once or more. */
async function everyoneTold(id: string): Promise<string[]> {
  const told: string[] = [];
  for (let after: string | undefined; ;) {
    const page = await resultsOf(id, false, after);
    told.push(...page.items.filter(({ success }) => success).map(({ memberId }) => memberId));
    if (page.nextCursor === null) return told;
    after = page.nextCursor;
  }
}

const hasLeft = ({ invitationStatus }: Member): boolean => invitationStatus === deleted;

/** A leavers file of so many members. */
export function killedLeavers(leavers: number, kills: number): Promise<Line[]> {
  const partnerId = '9801';
  const people = Array.from({ length: leavers }, (_, place) => personAt(partnerId, place, 1));
  return livedThrough({
    partnerId,
    kind: 'leavers',
    people,
    lines: ['Email', ...people.map(({ email }) => email)],
    applied: leavers,
    kills,
    counts: { rows: leavers, end: leavers },
    asWanted: async (stored) => stored.filter(hasLeft).length,
    usedThen: 0,
  });
}

/** A full roster that ends, changes and adds so many together: a third of each. */
export function killedRoster(rows: number, kills: number): Promise<Line[]> {
  const partnerId = '9803';
  const third = Math.floor(rows / 3);
  const added = rows - 2 * third;
  const people = Array.from({ length: 2 * third }, (_, place) => personAt(partnerId, place, 1));
  const changed = people.slice(third);
  const newEmails = Array.from({ length: added }, (_, place) => `new${place}@roster.test`);
  return livedThrough({
    partnerId,
    kind: 'roster',
    people,
    lines: [
      'First Name,Last Name,Email',
      ...changed.map(({ lastName, email }) => `Renamed,${lastName},${email}`),
      ...newEmails.map((email, place) => `New,Person${place},${email}`),
    ],
    applied: rows,
    kills,
    counts: { rows: third + added, end: third, change: third, add: added },
    asWanted: async (stored, told) => {
      const known = new Set(people.map(({ id }) => id));
      const arrived = await loadMembers(told.filter((id) => !known.has(id)));
      const emails = new Set(arrived.map(({ email }) => email));
      return (
        stored.slice(0, third).filter(hasLeft).length +
        stored.slice(third).filter(({ firstName }) => firstName === 'Renamed').length +
        newEmails.filter((email) => emails.has(email)).length
      );
    },
    usedThen: third + added,
  });
}
