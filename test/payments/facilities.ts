import { facilityChange } from '../../functions/facilities/store.ts';
import { enrollmentChange, memberChange } from '../../functions/members/store.ts';
import { transact } from '../../functions/table/transact.ts';
import type { Enrollment } from '../../shared/enrollment/enrollment.ts';
import type { Member } from '../../shared/members/member.ts';
import { someFacility, someMember } from '../support/builders.ts';

export const addFacilities = async (ids: readonly string[]): Promise<void> => {
  for (let start = 0; start < ids.length; start += 5)
    await transact(...ids.slice(start, start + 5).flatMap((id) => facilityChange(null, someFacility(id))));
};

export const enrolled = (
  memberId: string,
  partnerId: string,
  facilityId: string,
  enrollment: Partial<Enrollment> = {},
): Enrollment => ({
  partnerId,
  facilityId,
  memberId,
  from: '2026-09-05',
  to: null,
  version: 0,
  ...enrollment,
});

export async function addMembers(
  partnerId: string,
  placed: readonly { id: string; facilityId: string }[],
  member: Partial<Member> = {},
): Promise<void> {
  for (let start = 0; start < placed.length; start += 4)
    await transact(
      ...placed.slice(start, start + 4).flatMap(({ id, facilityId }) => [
        ...memberChange(
          null,
          someMember(id, partnerId, {
            invitationStatus: 4,
            facilityId,
            facilityName: `Harbor Gym ${facilityId}`,
            enrolledOn: '2026-09-05',
            activatedOn: '2026-09-05',
            ...member,
          }),
        ),
        ...enrollmentChange(null, enrolled(id, partnerId, facilityId)),
      ]),
    );
}
