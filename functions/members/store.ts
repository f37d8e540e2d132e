import { keyFobStatuses } from '../../shared/employees/key-fob.ts';
import { enrollment, type Enrollment } from '../../shared/members/enrollment.ts';
import { deleted, invitationStatuses, member, type Member } from '../../shared/members/member.ts';
import { Refusal } from '../../shared/refusal.ts';
import { rosterSorts } from '../employees/roster.ts';
import { change, type Change } from '../table/change.ts';
import { entity } from '../table/entity.ts';
import { keys, lists } from '../table/keys.ts';
import { get, getMany, mustGet } from '../table/table.ts';

export const statusName = (status: Member['invitationStatus']): string =>
  invitationStatuses.find(({ id }) => id === status)?.name ?? '';

export const memberEntity = entity({
  name: 'member',
  schema: member,
  key: ({ id }) => keys.member(id),
  inList: (one) =>
    one.invitationStatus === deleted
      ? null
      : {
          list: lists.employees(one.partnerId),
          sorts: rosterSorts({
            facilityMemberID: one.keyFobNumber,
            keyfobStatusDisplayName: one.keyFobNumber ? keyFobStatuses[1].name : null,
            memberFirstName: one.firstName,
            memberLastName: one.lastName,
            memberEmail: one.email,
            invitationStatusDescription: statusName(one.invitationStatus),
            programEnrollmentDate: one.enrolledOn,
            facilityName: one.facilityName,
            facilityIDNumber: one.facilityId,
          }),
          words: [`${one.firstName} ${one.lastName}`, one.email, one.keyFobNumber],
        },
  // one address is one member of a partner; a member who left frees it
  unique: ({ partnerId, email, invitationStatus }) =>
    invitationStatus === deleted ? [] : [{ kind: `member-email#${partnerId}`, value: email.toLowerCase() }],
});

export const loadMember = (id: string): Promise<Member> =>
  mustGet(memberEntity, keys.member(id), 'There is no such member.');

export const findMember = (id: string): Promise<Member | undefined> => get(memberEntity, keys.member(id));

export const loadMembers = (ids: readonly string[]): Promise<Member[]> =>
  getMany(memberEntity, ids.map(keys.member));

/** The writes that change a member; a taken address and a lost race are said in words. */
export const memberChange = (before: Member | null, after: Member): Change[] =>
  change(memberEntity, before, after, {
    lost: new Refusal('conflict', 'Somebody else changed this member meanwhile. Reload and try again.'),
    taken: {
      [`member-email#${after.partnerId}`]: new Refusal(
        'conflict',
        `Email must be unique. Item with ${after.email} already exist.`,
        'email',
      ),
    },
  });

export const enrollmentEntity = entity({
  name: 'enrollment',
  schema: enrollment,
  key: ({ partnerId, facilityId, memberId }) => keys.enrollment(partnerId, facilityId, memberId),
});

export const enrollmentChange = (before: Enrollment | null, after: Enrollment): Change[] =>
  change(enrollmentEntity, before, after, {
    lost: new Refusal('conflict', 'This enrollment changed meanwhile. Reload and try again.'),
  });
