import { describe, expect, it } from 'vitest';
import { memberChange } from '../../functions/members/store.ts';
import { transact } from '../../functions/table/transact.ts';
import { members } from '../../shared/contracts/members.ts';
import { call } from '../support/call.ts';
import { invitedMember } from '../enrollment/sign.ts';
import { useWorld } from '../support/world.ts';

const world = useWorld();

describe('a member', () => {
  it('sees what the portal knows of them', async () => {
    const { body } = await call(members.generalInfo, world.own.memberUser, {
      query: { memberId: world.own.member.id },
    });
    expect(body).toMatchObject({
      firstName: 'Ann',
      lastName: 'Lund M11',
      email: 'm11@people.test',
      dateOfBirth: null,
    });
  });
  it('sees the club of each membership', async () => {
    const { body } = await call(members.facilityInfo, world.own.memberUser, {
      query: { membersIds: [world.own.member.id] },
    });
    expect(body).toHaveLength(1);
    expect(body[0]).toMatchObject({
      facilityId: '4100',
      name: 'Harbor Gym 4100',
      uniqueFacilityMemberId: 'AB0011',
      facilityEnrollmentDate: '2026-09-05',
      membershipType: null,
      contractNumber: null,
    });
  });
  it('has a way to look at visits and billing once enrolled, also while suspended, and not before or after', async () => {
    const { member, user } = await invitedMember('M701', '1');
    const ask = async () =>
      (await call(members.hasActiveFacilityEnrollments, user, { query: { membersGuids: [member.id] } })).body;
    const invalid = async () =>
      (await call(members.invalidations, user, { query: { membersGuids: [member.id] } })).body;
    expect([await ask(), await invalid()]).toEqual([false, []]);
    const activated = { ...member, invitationStatus: 4 as const };
    await transact(...memberChange(member, activated));
    const suspended = {
      ...activated,
      version: 2,
      invitationStatus: 5 as const,
      facilityId: '4100',
      facilityName: 'Harbor Gym 4100',
    };
    await transact(...memberChange({ ...activated, version: 2 }, suspended));
    expect([await ask(), await invalid()]).toEqual([true, [{ memberInvalidationTypeID: 19 }]]);
    await transact(...memberChange({ ...suspended, version: 3 }, { ...suspended, invitationStatus: 8 }));
    expect([await ask(), await invalid()]).toEqual([false, []]);
  });
});
