import { beforeAll, expect, it } from 'vitest';
import { loadRosterChange } from '../../functions/employees/changes/change-store.ts';
import { leaversToday } from '../../functions/employees/leaver-count-store.ts';
import { loadMember } from '../../functions/members/store.ts';
import { employees } from '../../shared/contracts/employees.ts';
import { integrations } from '../../shared/contracts/integrations.ts';
import type { Member } from '../../shared/members/member.ts';
import { call } from '../support/call.ts';
import { setClock } from '../support/clock.ts';
import { defined } from '../support/defined.ts';
import { runJob } from '../support/jobs.ts';
import { useWorld } from '../support/world.ts';
import { addMembers } from './people.ts';

const world = useWorld();
const today = '2026-11-26';
let members: Member[];

beforeAll(async () => {
  setClock(`${today}T16:00:00Z`);
  // five percent of these members, and the members of the world, are five
  members = await addMembers(world.own.partner.id, 100, () => ({ invitationStatus: 4 }));
});

const next = (count: number) => members.splice(0, count);
const one = () => defined(next(1)[0]);
const bulkDelete = async (of: readonly Member[], as = world.own.manager) => {
  const body = {
    partnerID: world.own.partner.id,
    action: 'delete',
    members: { memberIds: of.map(({ id }) => id) },
  };
  const { jobId } = (await call(employees.bulk, as, { body })).body;
  await runJob(jobId);
  return (await call(employees.bulkResults, world.admin, { params: { jobId }, query: {} })).body.items;
};
const endOne = ({ id }: Member, as = world.own.manager) =>
  call(employees.deleteEnrollment, as, {
    params: { groupMembershipEnrollmentID: id, programPaymentTypeID: 1 },
  });
const endByScim = ({ id }: Member) =>
  call(integrations.scimPatchUser, world.own.client, {
    params: { id },
    body: {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
      Operations: [{ op: 'replace', path: 'active', value: false }],
    },
  });
async function endByFile(of: readonly Member[], as = world.own.manager) {
  const lines = ['Email', ...of.map(({ email }) => email)].join('\n');
  const { body } = await call(employees.beginRosterChange, as, {
    body: { partnerID: world.own.partner.id, kind: 'leavers' },
    files: { file: { name: 'leavers.csv', bytes: new Uint8Array(Buffer.from(lines)) } },
  });
  await runJob(body.jobId);
  const { version } = await loadRosterChange(body.changeId);
  const params = { changeId: body.changeId };
  const confirmed = await call(employees.confirmRosterChange, as, {
    params,
    body: { version, unticked: [] },
  });
  if (confirmed.body.jobId) await runJob(confirmed.body.jobId);
  return loadRosterChange(body.changeId);
}
const ended = async () => (await leaversToday(world.own.partner.id, today)).ended;

it('counts the memberships that end on a day in all channels, and refuses or holds those above the limit', async () => {
  expect((await leaversToday(world.own.partner.id, today)).limit).toBe(5);
  expect((await endOne(one())).status).toBe(200);
  expect((await endByScim(one())).status).toBe(200);
  expect((await endByFile(next(1))).status).toBe('done');
  expect(await ended()).toBe(3);

  const results: { success: boolean; message: string }[] = await bulkDelete(next(4));
  expect(results.map(({ success }) => success)).toEqual([true, true, false, false]);
  expect(results.at(-1)?.message).toContain('Upload a leavers file');
  expect(await ended()).toBe(5);

  const member = one();
  expect((await endOne(member)).status).toBe(403);
  expect((await endByScim(member)).status).toBe(403);
  expect(await endByFile([member])).toMatchObject({ status: 'waiting', needsAdministrator: true });
  expect((await loadMember(member.id)).invitationStatus).toBe(4);
});

it('ends memberships above the limit after the approval of an administrator, and counts them', async () => {
  const before = await ended();
  expect((await endOne(one(), world.admin)).status).toBe(200);
  const results: { success: boolean }[] = await bulkDelete(next(3), world.admin);
  expect(results.every(({ success }) => success)).toBe(true);
  expect((await endByFile(next(2), world.admin)).status).toBe('done');
  expect(await ended()).toBe(before + 6);
});

it('starts again the next day', async () => {
  setClock('2026-11-27T16:00:00Z');
  expect((await endOne(one())).status).toBe(200);
});
