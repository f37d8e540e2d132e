import type { CalendarDate } from '../calendar.ts';
import { type Facility, isOnHold } from '../facilities/facility.ts';
import { atFacility, deleted, type Member } from '../members/member.ts';
import { Refusal } from '../refusal.ts';
import * as z from 'zod';
import { recordVersion } from '../ids.ts';

/** Refuses ('invalid') a club that members cannot be transferred to: only AF clubs that are not on hold (spec 3 §6). */
export function checkTransferTarget(facility: Facility): void {
  if (!facility.isAf)
    throw new Refusal(
      'invalid',
      'Members can be transferred to AF facilities only. Choose another one.',
      'facilityId',
    );
  if (isOnHold(facility))
    throw new Refusal(
      'invalid',
      `${facility.name} is on hold and takes no members. Choose another facility.`,
      'facilityId',
    );
}

/** Why a member cannot be transferred; undefined when that is possible, or done already. */
export function transferRefusal(member: Member | undefined, today: CalendarDate): string | undefined {
  if (!member) return 'Member not found.';
  const hasEnded = member.leavingOn !== null && member.leavingOn <= today;
  if (member.invitationStatus === deleted || hasEnded) return 'This membership has ended.';
  return member.facilityId === null ? 'This member is not enrolled at a facility yet.' : undefined;
}

/** The member at another club, with the same key fob. */
export const transferredMember = (member: Member, to: Facility): Member => ({ ...member, ...atFacility(to) });

/**
 * The stays after a transfer: `left` ends today, which is the first day at the new club; a stay that has not begun is
 * left with no day. `before` is what is known of an earlier stay at the new club: a stay that ended today goes on.
 */
export function transferredStays(
  current: Enrollment,
  before: Enrollment | undefined,
  facilityId: string,
  today: CalendarDate,
): { left: Enrollment; joined: Enrollment } {
  const from = current.from > today ? current.from : today;
  const left = { ...current, to: from };
  const joined = { ...current, facilityId, from, to: current.to, earlier: undefined, version: 0 };
  if (!before) return { left, joined };
  const enrollment = { ...joined, version: before.version, earlier: before.earlier };
  if (before.to === null || before.to <= before.from) return { left, joined: enrollment };
  if (before.to === from) return { left, joined: { ...enrollment, from: before.from } };
  return {
    left,
    joined: { ...enrollment, earlier: [...(before.earlier ?? []), { from: before.from, to: before.to }] },
  };
}

/**
 * A member's time at one club: what facility payments are counted from. Kept under its partner in the order of the
 * clubs, so that a club's members lie together. Dates are calendar dates; `to` is null while it lasts.
 */
export const enrollment = z.object({
  partnerId: z.string(),
  facilityId: z.string(),
  memberId: z.string(),
  from: z.string(),
  to: z.string().nullable(),
  /** Earlier times at the same club, of a member who left it and came back. */
  earlier: z.array(z.object({ from: z.string(), to: z.string() })).optional(),
  version: recordVersion,
});
export type Enrollment = z.output<typeof enrollment>;

/** Every time at the club as an enrollment of its own: the present one, and earlier ones. */
export const staysOf = ({ earlier = [], ...present }: Enrollment): Enrollment[] => [
  present,
  ...earlier.map((time) => ({ ...present, ...time })),
];
