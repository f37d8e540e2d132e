import { beforeAll } from 'vitest';
import { reportChange } from '../../functions/visits/report-store.ts';
import { bankAccountChange } from '../../functions/bank-accounts/store.ts';
import { rosterChangeWrites } from '../../functions/employees/changes/change-store.ts';
import { createJob, type JobRecord } from '../../functions/jobs/store.ts';
import { keyFobEntity } from '../../functions/employees/store.ts';
import { facilityChange } from '../../functions/facilities/store.ts';
import { groupMembershipEntity } from '../../functions/group-memberships/store.ts';
import { webhooksChange } from '../../functions/integrations/webhooks/store.ts';
import { requestChange } from '../../functions/members/request-store.ts';
import { enrollmentChange, memberChange } from '../../functions/members/store.ts';
import { partnerChange } from '../../functions/partners/store.ts';
import type { User } from '../../functions/users/user.ts';
import { change } from '../../functions/table/change.ts';
import { transact } from '../../functions/table/transact.ts';
import { newUser, userChange } from '../../functions/users/store.ts';
import { provision } from '../../infra/local/provision.ts';
import { noCounts, noEffects, type RosterChange } from '../../shared/employees/roster-change.ts';
import type { KeyFob } from '../../shared/employees/key-fob.ts';
import type { Facility } from '../../shared/facilities/facility.ts';
import type { GroupMembership } from '../../shared/group-memberships/group-membership.ts';
import type { Member } from '../../shared/members/member.ts';
import type { Partner } from '../../shared/partners/partner.ts';
import { Refusal } from '../../shared/refusal.ts';
import { localQueue } from '../../functions/platform/queue.ts';
import { createApiClient } from './api-clients.ts';
import { someFacility, someGroupMembership, someMember, somePartner, someWebhook } from './builders.ts';
import { changeSourceAddress, ownSessionsOf, type TestClient } from './call.ts';
import { signNothing } from './unsigned.ts';

export * from './builders.ts';

const exists = { lost: new Refusal('conflict', 'It is there already.') };
const at = '2026-09-01T12:00:00.000Z';

/** Creates the world before the tests of a file; its fields are set from then on. */
export function useWorld(): World {
  const world = {} as World;
  beforeAll(async () => {
    changeSourceAddress();
    Object.assign(world, await makeWorld());
  });
  return world;
}

/** Two partners that know nothing of each other, each with its people; a club with its manager; an administrator. */
export interface World {
  /** A client of the world's club with its scope. */
  facilityClient: TestClient;
  spareFacilityClient: TestClient;
  admin: User;
  facilityManager: User;
  facility: Facility;
  own: Side;
  other: Side;
}
export interface Side {
  partner: Partner;
  manager: User;
  groupMembership: GroupMembership;
  freeFob: KeyFob;
  /** A second free one. */
  spareFob: KeyFob;
  usedKeyFob: KeyFob;
  /** Activated at the world's club, with a sign-in. */
  member: Member;
  memberUser: User;
  /** Uploaded, not yet invited. */
  waiting: Member;
  /** A client of the partner with all its scopes. */
  client: TestClient;
  spareClient: TestClient;
}

const someJob = (jobRecord: Partial<JobRecord>): JobRecord => ({
  id: 'job',
  kind: 'key fobs',
  status: 'done',
  done: 1,
  total: 1,
  message: 'Done.',
  cursor: '',
  input: {},
  tally: {},
  failures: 0,
  claimedUntil: null,
  startedBy: 'user-manager-1',
  partnerId: '1',
  startedAt: at,
  updatedAt: at,
  version: 0,
  ...jobRecord,
});

const saveUser = async (user: User): Promise<User> => {
  const sessions = ownSessionsOf(user.id);
  await transact(...userChange(null, { ...user, sessions }));
  return { ...user, sessions, version: 1 };
};

/** A leavers file that waits to be confirmed. */
const someRosterChange = (partnerId: string, rosterChange: Partial<RosterChange> = {}): RosterChange => ({
  id: `roster-change-${partnerId}`,
  partnerId,
  kind: 'leavers',
  status: 'preview',
  fileName: 'leavers.xlsx',
  fileHash: '00',
  delivered: false,
  counts: { ...noCounts, rows: 1, end: 1 },
  effects: noEffects,
  jobId: 'job',
  problem: null,
  needsAdministrator: false,
  identityChanges: 0,
  notes: [],
  unticked: 0,
  applied: null,
  takenBack: null,
  startedBy: `user-manager-${partnerId}`,
  confirmedBy: null,
  agreedBy: null,
  startedAt: at,
  finishedAt: null,
  takeBackUntil: null,
  version: 0,
  ...rosterChange,
});

/** Makes this file's table and fills it. Routing numbers and accounts are made up and pass the checks. */
export async function makeWorld(): Promise<World> {
  Object.assign(globalThis, {
    [localQueue]: (globalThis as Record<symbol, unknown>)[localQueue] ?? (() => {}),
  });
  signNothing();
  await provision();
  const facility = someFacility('4100');
  await transact(
    ...facilityChange(null, facility),
    ...(await bankAccountChange(
      'payee-facility-4100',
      { ownerKind: 'facility', ownerId: facility.id, payeeName: facility.name },
      { routingNumber: '091000019', accountNumber: '44556677', bankAccountType: 0 },
      new Date(at),
    )),
  );
  const admin = await saveUser(
    newUser({
      id: 'user-admin',
      role: 'systemAdmin',
      email: 'admin@test.test',
      firstName: 'Ada',
      lastName: 'Okafor',
    }),
  );
  const facilityManager = await saveUser(
    newUser({
      id: 'user-club',
      role: 'facilityManager',
      email: 'club@test.test',
      firstName: 'Cy',
      lastName: 'Moss',
      facilityId: facility.id,
    }),
  );
  const ofAnother = someJob({ id: 'job-of-another', startedBy: 'somebody else', partnerId: '2' });
  const ofOwn = someJob({ id: 'upload-of-own-partner', kind: 'employees upload', partnerId: '1' });
  const ofOther = [
    someJob({
      id: 'upload-of-other-partner',
      kind: 'employees upload',
      partnerId: '2',
      startedBy: 'another user',
    }),
    someJob({
      id: 'bulk-of-other-partner',
      kind: 'employees bulk',
      partnerId: '2',
      startedBy: 'another user',
    }),
  ];
  const bulkOfOwn = someJob({ id: 'bulk-of-own-partner', kind: 'employees bulk', partnerId: '1' });
  const people = [admin.id, facilityManager.id, 'user-manager-1', 'user-member-1'];
  const download = { kind: 'download', partnerId: null } as const;
  const all = [
    ofAnother,
    ofOwn,
    bulkOfOwn,
    ...ofOther,
    someJob({ ...download, id: 'download-of-another', startedBy: 'another user' }),
    someJob({ kind: 'visits import', id: 'visits-import-of-another', startedBy: 'another user' }),
    ...people.flatMap((id) => [
      someJob({ kind: 'visits import', id: `visits-import-of-${id}`, startedBy: id }),
      someJob({ id: `job-of-${id}`, startedBy: id }),
      someJob({ ...download, id: `download-of-${id}`, startedBy: id }),
    ]),
  ];
  for (const job of all) await createJob(job, new Date(at));
  for (const owner of ['all', 'partner-1', 'partner-2', 'club-4100'] as const)
    await transact(...webhooksChange({ owner, webhooks: [], version: 0 }, [someWebhook(owner)]));
  return {
    admin,
    facilityManager,
    facilityClient: await createApiClient({ ownerKind: 'facility', ownerId: facility.id }),
    spareFacilityClient: await createApiClient({ ownerKind: 'facility', ownerId: facility.id }),
    facility: { ...facility, version: 1 },
    own: await makeSide('1', facility),
    other: await makeSide('2', { ...facility, id: '4200', name: 'Hill Gym 4200' }),
  };
}

async function makeSide(id: string, facility: Facility): Promise<Side> {
  const partner = somePartner(id);
  const groupMembership = someGroupMembership(id);
  const usedKeyFob: KeyFob = {
    number: `AB00${id}1`,
    partnerId: id,
    keyFobStatusId: 1,
    memberId: `M${id}1`,
    addedAt: at,
    version: 0,
  };
  const freeFob: KeyFob = {
    number: `AB00${id}2`,
    partnerId: id,
    keyFobStatusId: 0,
    memberId: null,
    addedAt: at,
    version: 0,
  };
  const spareFob: KeyFob = { ...freeFob, number: `AB00${id}3` };
  const member = someMember(`M${id}1`, id, {
    invitationStatus: 4,
    userId: `user-member-${id}`,
    keyFobNumber: usedKeyFob.number,
    facilityId: facility.id,
    facilityName: facility.name,
    invitedOn: '2026-09-02',
    enrolledOn: '2026-09-05',
    activatedOn: '2026-09-05',
  });
  const waiting = someMember(`M${id}2`, id);
  await transact(
    ...partnerChange(null, partner),
    ...(await bankAccountChange(
      `payee-partner-${id}`,
      { ownerKind: 'partner', ownerId: id, payeeName: partner.name },
      { routingNumber: '091000019', accountNumber: `1234500${id}`, bankAccountType: 0 },
      new Date(at),
    )),
    ...change(groupMembershipEntity, null, groupMembership, exists),
    ...change(keyFobEntity, null, usedKeyFob, exists),
    ...change(keyFobEntity, null, freeFob, exists),
    ...change(keyFobEntity, null, spareFob, exists),
  );
  await transact(
    // the other partner's member misses a visit at another club
    ...reportChange(
      null,
      {
        memberId: member.id,
        partnerId: id,
        memberName: `${member.firstName} ${member.lastName}`,
        facilityId: id === '1' ? facility.id : 'another-club',
        facilityName: facility.name,
        date: '2026-10-05',
        note: '',
        status: 'open',
        answer: '',
        reportedAt: at,
        answeredAt: null,
        version: 0,
      },
      undefined,
    ),
    ...requestChange(null, {
      memberId: member.id,
      kind: 'lostKeyFob',
      partnerId: id,
      memberName: `${member.firstName} ${member.lastName}`,
      fromName: facility.name,
      facilityId: null,
      facilityName: '',
      lostNumber: usedKeyFob.number,
      note: '',
      status: 'open',
      answer: '',
      requestedAt: at,
      answeredAt: null,
      version: 0,
    }),
    ...memberChange(null, member),
    ...memberChange(null, waiting),
    ...enrollmentChange(null, {
      partnerId: id,
      facilityId: facility.id,
      memberId: member.id,
      from: '2026-09-05',
      to: null,
      version: 0,
    }),
  );
  await transact(
    ...rosterChangeWrites(null, someRosterChange(id)),
    ...rosterChangeWrites(
      null,
      someRosterChange(id, {
        id: `applied-roster-change-${id}`,
        status: 'done',
        applied: { changed: 0, failed: 1 },
        finishedAt: at,
        takeBackUntil: '2099-01-01T00:00:00.000Z',
      }),
    ),
  );
  const manager = await saveUser(
    newUser({
      id: `user-manager-${id}`,
      role: 'partnerManager',
      email: `manager${id}@test.test`,
      firstName: 'Mo',
      lastName: 'Vik',
      partnerId: id,
    }),
  );
  const memberUser = await saveUser(
    newUser({
      id: `user-member-${id}`,
      role: 'member',
      email: member.email,
      firstName: member.firstName,
      lastName: member.lastName,
      memberIds: [member.id],
      memberPartnerIds: [id],
    }),
  );
  const saved = { version: 1 };
  return {
    partner: { ...partner, ...saved },
    manager,
    groupMembership: { ...groupMembership, ...saved },
    freeFob: { ...freeFob, ...saved },
    spareFob: { ...spareFob, ...saved },
    usedKeyFob: { ...usedKeyFob, ...saved },
    member: { ...member, ...saved },
    memberUser,
    waiting: { ...waiting, ...saved },
    client: await createApiClient({ ownerKind: 'partner', ownerId: id }),
    spareClient: await createApiClient({ ownerKind: 'partner', ownerId: id }),
  };
}

/** Another administrator beside the world's own, as for what two persons have to confirm. */
export async function secondAdministrator(): Promise<User> {
  const names = { email: 'admin2@test.test', firstName: 'Bo', lastName: 'Lind' };
  return saveUser(newUser({ id: 'user-admin-2', role: 'systemAdmin', ...names }));
}
