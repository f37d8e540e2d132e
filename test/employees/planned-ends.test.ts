import { beforeEach, expect, it } from 'vitest';
import { endDueMembershipsHandler as endDueMemberships } from '../../functions/employees/handlers/employees.ts';
import { loadRosterChange } from '../../functions/employees/changes/change-store.ts';
import { plannedEndsUntil } from '../../functions/members/activation-store.ts';
import { loadMember, memberChange } from '../../functions/members/store.ts';
import { now } from '../../functions/platform/clock.ts';
import { transact } from '../../functions/table/transact.ts';
import { employees } from '../../shared/contracts/employees.ts';
import { integrations } from '../../shared/contracts/integrations.ts';
import { owesDuesFor } from '../../shared/payments/member-payment.ts';
import type { Member } from '../../shared/members/member.ts';
import { testDues, stored } from '../bank-files/member-runs.ts';
import { setTerms } from '../payments/paycheck.ts';
import { createApiClient } from '../support/api-clients.ts';
import { call } from '../support/call.ts';
import { resetClockAfterEach, setClock } from '../support/clock.ts';
import { runJob, runScheduled } from '../support/jobs.ts';
import { someMember, useWorld } from '../support/world.ts';
import { rosterOf } from './people.ts';

const world = useWorld();
beforeEach(() => setClock('2027-03-10T16:00:00Z'));
resetClockAfterEach();

const scimSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

async function add(id: string, given: Partial<Member>): Promise<string> {
  const member = someMember(id, '2', { email: `${id.toLowerCase()}@people.test`, ...given });
  await transact(...memberChange(null, member));
  return member.email;
}

/** Confirms a leavers file with one member and last day. Returns the row of the preview. */
async function leaveOn(email: string, lastDay: string) {
  const { body } = await call(employees.beginRosterChange, world.admin, {
    body: { partnerID: '2', kind: 'leavers' },
    files: { file: { name: 'leavers.csv', bytes: Buffer.from(`Email,Last day\n${email},${lastDay}`) } },
  });
  await runJob(body.jobId);
  const { version, counts } = await loadRosterChange(body.changeId);
  const params = { changeId: body.changeId };
  const group = counts.end === 1 ? 'end' : 'stay';
  const { items } = (await call(employees.rosterChangeRows, world.admin, { params, query: { group } })).body;
  if (counts.end === 1) {
    await call(employees.confirmRosterChange, world.admin, { params, body: { version, unticked: [] } });
    await runJob((await loadRosterChange(body.changeId)).jobId);
  }
  return { changeId: body.changeId, group, row: items[0] };
}

async function runJobOf(day: string): Promise<void> {
  setClock(`${day}T11:00:00Z`);
  await runScheduled(endDueMemberships);
}

it.each([
  ['waiting', 1],
  ['invited', 2],
] as const)('ends a membership that is %s after the last day of a leavers file', async (name, status) => {
  const id = `PE-${name}`;
  const email = await add(id, { invitationStatus: status, ...(status === 2 && { invitedOn: '2027-03-01' }) });
  const { row } = await leaveOn(email, '2027-03-31');
  expect(row).toMatchObject({ lastDay: '2027-03-31', what: 'Ends after 03/31/2027.' });
  expect(await loadMember(id)).toMatchObject({
    invitationStatus: status,
    endsOn: '2027-04-01',
    leavingOn: null,
  });
  expect((await rosterOf(world, '2')).find(({ memberEmail }) => memberEmail === email)).toMatchObject({
    leavingOn: '2027-04-01',
  });
  expect(await leaveOn(email, '2027-03-31')).toMatchObject({ group: 'stay' });
  await runJobOf('2027-03-31');
  expect((await loadMember(id)).invitationStatus).toBe(status);
  await runJobOf('2027-04-03');
  const { endsOn, ...ended } = await loadMember(id);
  expect(ended).toMatchObject({ invitationStatus: 8, leavingOn: '2027-04-01' });
  expect(endsOn).toBeUndefined();
  expect(await plannedEndsUntil('2', '2099-01-01')).not.toContain(id);
});

it('owes no dues after the planned end, and the first dues until then', async () => {
  await setTerms('2', { programPaymentTypeId: 2, memberDuesAmount: 30_00 });
  const startsOn = '2027-03-05';
  const dues = await testDues('PE-dues', '202703', { invitationStatus: 3, enrolledOn: startsOn, startsOn });
  const { email } = await loadMember('PE-dues');
  await leaveOn(email, '2027-04-15');
  const member = await loadMember('PE-dues');
  expect(member).toMatchObject({ invitationStatus: 3, endsOn: '2027-05-01' });
  expect(['202703', '202704', '202705'].map((period) => owesDuesFor(member, period))).toEqual([
    true,
    true,
    false,
  ]);
  expect(await stored(dues.id)).toMatchObject({ status: 0 });
  await runJobOf('2027-05-01');
  expect(await loadMember('PE-dues')).toMatchObject({ invitationStatus: 8, leavingOn: '2027-05-01' });
  expect(await stored(dues.id)).toBeUndefined();
});

it('ends a membership that was activated since', async () => {
  const email = await add('PE-active', { invitationStatus: 2, invitedOn: '2027-03-01' });
  await leaveOn(email, '2027-03-31');
  const member = await loadMember('PE-active');
  const since = { enrolledOn: '2027-03-12', activatedOn: '2027-03-12', facilityId: '4100' };
  await transact(...memberChange(member, { ...member, invitationStatus: 4, ...since }));
  await runJobOf('2027-04-01');
  expect(await loadMember('PE-active')).toMatchObject({ invitationStatus: 8, leavingOn: '2027-04-01' });
});

const cancels: Record<string, (id: string, changeId: string) => Promise<{ status: number }>> = {
  'the employer’s screen': (id) =>
    call(employees.reactivate, world.other.manager, { body: { memberId: id } }),
  SCIM: async (id) => {
    const client = await createApiClient({ ownerKind: 'partner', ownerId: '2' }, now());
    return call(integrations.scimPatchUser, client, {
      params: { id },
      body: { schemas: [scimSchema], Operations: [{ op: 'replace', path: 'active', value: true }] },
    });
  },
  'reverting the file': async (_, changeId) => {
    const { version } = await loadRosterChange(changeId);
    const params = { changeId };
    const response = await call(employees.undoRosterChange, world.admin, { params, body: { version } });
    await runJob((await loadRosterChange(changeId)).jobId);
    return response;
  },
};

it.each(Object.keys(cancels))('can be canceled by %s', async (channel) => {
  const id = `PE-${channel.replaceAll(/\W/g, '')}`;
  const email = await add(id, { invitationStatus: 1 });
  const { changeId } = await leaveOn(email, '2027-03-31');
  expect((await loadMember(id)).endsOn).toBe('2027-04-01');
  const response = await cancels[channel]?.(id, changeId);
  expect(response?.status).toBe(200);
  expect((await loadMember(id)).endsOn).toBeUndefined();
  await runJobOf('2027-04-01');
  expect((await loadMember(id)).invitationStatus).toBe(1);
  expect(await plannedEndsUntil('2', '2099-01-01')).not.toContain(id);
});
