import type { User } from '../../functions/users/user.ts';
import { employees } from '../../shared/contracts/employees.ts';
import { dateInChicago } from '../../shared/calendar.ts';
import { groupMemberships } from '../../shared/contracts/group-memberships.ts';
import { invite } from './hiring.ts';
import { continueMembership, recordEnd } from './members.ts';
import { fileOf, openMembers, rowsWithErrors, sendChange, some } from './roster-files.ts';
import type { FileRow } from './roster-model.ts';
import {
  adopt,
  assertAdded,
  assertUndone,
  rosterOf,
  type StoredRoster,
  type UndoneChange,
} from './roster-state.ts';
import { fail } from './violation.ts';
import { programBody, type SimulatedPartner, type World } from './world.ts';

/** Applied file that can be undone. */
interface Applied {
  changeId: string;
  as: User | undefined;
  partner: SimulatedPartner;
  /** The roster before the change, until other actions follow. */
  roster: StoredRoster | undefined;
}

const applied = new WeakMap<World, Applied[]>();

/** HR or an administrator sends a file with errors, sometimes for more persons than free memberships. */
export async function sendRosterFile(
  world: World,
  partner: SimulatedPartner,
  mayGrow: boolean,
): Promise<void> {
  const { portal, admins, managers } = world;
  const { random } = portal.cloud;
  await changeMemberships(world, partner);
  await portal.work();
  const as = random() < 0.5 ? managers.get(partner.id) : admins[1];
  const rows = rowsWithErrors(world, partner, mayGrow ? Math.floor(random() * 4) : 0);
  const kind = rows.some(({ isValid }) => isValid) ? random() : 1;
  if (kind < 0.3) await upload(world, partner, rows, as);
  else if (kind < 0.5) await add(world, partner, rows, as);
  else await replaceRoster(world, partner, rows, as);
  await adopt(world, partner);
  if (random() < 0.6) await undo(world);
  for (const change of applied.get(world) ?? []) change.roster = undefined;
  if (random() < 0.7) await invite(world, partner);
}

/** An administrator sets the number of memberships a little above those in use, or to the usual one. */
async function changeMemberships(world: World, partner: SimulatedPartner): Promise<void> {
  const { portal, admins } = world;
  const { body: before } = await portal.request(groupMemberships.get, admins[1], {
    query: { partnerId: partner.id },
  });
  const free = portal.cloud.random() < 0.5 ? 1 : 500;
  const numberOfMemberships = openMembers(world, partner).length + free;
  if (!before || (free > 1 && before.numberOfMemberships >= free)) return;
  const { launchDate, version } = before as { launchDate: string; version: number };
  const terms = { ...partner.terms, ...partner.changes.at(-1) };
  await portal.request(groupMemberships.update, admins[1], {
    body: { ...programBody(partner.id, terms, launchDate), numberOfMemberships, version },
  });
}

/** Uploads new employees, sometimes twice. */
async function upload(
  world: World,
  partner: SimulatedPartner,
  rows: readonly FileRow[],
  as: User | undefined,
): Promise<void> {
  const { portal, observed } = world;
  const before = rosterOf(world, partner);
  const sent = { body: { partnerId: partner.id }, files: { file: fileOf(rows) } };
  const { body } = await portal.succeed(employees.upload, as, sent);
  if (portal.cloud.random() < 0.3) await portal.request(employees.upload, as, sent);
  await portal.work();
  const { status, tally } = observed.jobs.get(body.jobId) ?? {};
  if (status === 'done' && (tally?.uploaded ?? 0) + (tally?.failed ?? 0) !== rows.length)
    fail(`an upload of ${rows.length} rows adds ${tally?.uploaded} and refuses ${tally?.failed}`);
  assertAdded(world, partner, rows, before);
}

/** Returns true if a job failed, so that the rows that it did not add are reported before the job. */
const hasFailed = ({ observed }: World): boolean =>
  [...observed.jobs.values()].some(({ status }) => status === 'failed');

/** Confirms a previewed file; if many members leave, an administrator approves. */
async function confirm(world: World, change: Applied): Promise<void> {
  const { portal, admins } = world;
  const params = { changeId: change.changeId };
  for (const as of [change.as, admins[0]]) {
    const { body } = await portal.request(employees.rosterChange, admins[0], { params });
    if (body?.status !== 'preview' && body?.status !== 'waiting') break;
    await portal.request(employees.confirmRosterChange, as, { params, body: { version: body.version } });
  }
  await portal.work();
  applied.set(world, [...(applied.get(world) ?? []), change]);
}

/** Sends a file of new employees that is previewed. */
async function add(
  world: World,
  partner: SimulatedPartner,
  rows: readonly FileRow[],
  as: User | undefined,
): Promise<void> {
  const { portal, admins } = world;
  const before = rosterOf(world, partner);
  const { changeId } = (await sendChange(world, partner, 'additions', rows, as)).body as Applied;
  await portal.work();
  await confirm(world, { changeId, as, partner, roster: portal.cloud.isRacing ? undefined : before });
  const { body } = await portal.request(employees.rosterChange, admins[0], { params: { changeId } });
  if (body?.status === 'done' || hasFailed(world)) assertAdded(world, partner, rows, before);
}

/** Sends a full roster without one member, and with an error in the row of another one, who stays. */
async function replaceRoster(
  world: World,
  partner: SimulatedPartner,
  rows: readonly FileRow[],
  as: User | undefined,
): Promise<void> {
  const { portal, members, admins } = world;
  const before = rosterOf(world, partner);
  const missing = some(
    world,
    members.filter(({ id, leftOn }) => before.members.has(id) && leftOn === undefined),
  );
  const listed = [...before.members.values()].filter(({ id }) => id !== missing?.id);
  const wrong = some(world, listed);
  const known = listed.map(({ id, firstName, lastName, email }): FileRow => {
    const isValid = id !== wrong?.id;
    return { firstName: isValid ? firstName : '', lastName, email, isValid };
  });
  // a row that repeats a member would be ambiguous
  const added = rows.filter(({ firstName }) => firstName === 'Ann');
  const file = [...known, ...added];
  if (!file.some(({ isValid }) => isValid)) return;
  const status = missing && before.members.get(missing.id)?.invitationStatus;
  const { changeId } = (await sendChange(world, partner, 'roster', file, as)).body as Applied;
  await portal.work();
  // also members who were added concurrently
  for (const member of members)
    if (member.partner === partner && !listed.some(({ id }) => id === member.id)) member.isLeaving = true;
  await confirm(world, { changeId, as, partner, roster: portal.cloud.isRacing ? undefined : before });
  if (missing) recordEnd(world, missing);
  const { body } = await portal.request(employees.rosterChange, admins[0], { params: { changeId } });
  if (body?.status !== 'done' || portal.cloud.isRacing) return;
  const ends = missing?.leftOn !== undefined;
  if (!ends && (status === 1 || status === 2 || status === 4))
    fail(`${missing?.email} is not on the roster and stays`);
  for (const { id, email, version } of listed)
    if (world.observed.members.get(id)?.version !== version)
      fail(`a roster changes ${email}, whose row is unchanged`);
  const isFreed = missing && world.observed.members.get(missing.id)?.invitationStatus === 8;
  assertAdded(world, partner, added, { ...before, free: before.free + (isFreed ? 1 : 0) });
}

/** Undoes an applied file: what was added disappears, and memberships that ended continue. */
async function undo(world: World): Promise<void> {
  const { portal, admins, observed, members } = world;
  const [change, ...left] = applied.get(world)?.toReversed() ?? [];
  if (!change) return;
  applied.set(world, left.toReversed());
  const params = { changeId: change.changeId };
  const { body: before } = await portal.request(employees.rosterChange, admins[0], { params });
  if (before?.status !== 'done') return;
  const body = { version: before.version };
  await portal.request(employees.undoRosterChange, change.as, { params, body });
  await portal.work();
  const { body: after } = await portal.request(employees.rosterChange, admins[0], { params });
  if (after?.status === 'takenBack') assertUndone(world, change, after as UndoneChange);
  const addresses = new Set(openMembers(world, change.partner).map(({ email }) => email));
  for (const member of members.filter(({ partner }) => partner === change.partner)) {
    if (observed.members.get(member.id)?.leavingOn === null) continueMembership(member);
    else if (member.id === '' && !addresses.has(member.email))
      member.leftOn = dateInChicago(portal.cloud.now);
  }
}
