import { addDays, dateInChicago, nextPeriod, periodOf, periodStart } from '../../shared/calendar.ts';
import { members as memberCalls } from '../../shared/contracts/members.ts';
import type { Member } from '../../shared/members/member.ts';
import { lastDayOfRight } from './model.ts';
import { fail } from './violation.ts';
import type { SimulatedMember, World } from './world.ts';

const hour = 3_600_000;
/** The right begins where the day ends first. */
const lastDayOf = ({ signedAt = '' }: SimulatedMember): string =>
  lastDayOfRight(dateInChicago(new Date(Date.parse(signedAt) + hour)));

/** A member uses the right of cancellation after an employer or an administrator ended the membership. */
export async function cancelAfterEnd(world: World, member: SimulatedMember): Promise<void> {
  const { portal } = world;
  const query = { memberGuid: member.id };
  const { body } = await portal.request(memberCalls.ending, member.user, { query });
  const { kind, lastDay, refundTotal } = body?.ending ?? {};
  if (kind)
    await portal.request(memberCalls.end, member.user, { body: { ...query, kind, lastDay, refundTotal } });
  const day = dateInChicago(new Date(portal.cloud.now.getTime() - 5 * hour));
  recordCorrection(world, member, day);
  await portal.work();
}

/** An administrator records a notice in writing of an earlier day, up to half a year ago. */
export async function recordNotice(world: World, member: SimulatedMember): Promise<void> {
  const { portal, admins } = world;
  const today = dateInChicago(portal.cloud.now);
  const noticeOn = addDays(today, -1 - Math.floor(portal.cloud.random() * 180));
  if (noticeOn < (member.enrolledOn ?? today)) return;
  member.isLeaving = true;
  const query = { memberGuid: member.id, noticeOn };
  const { body } = await portal.request(memberCalls.ending, admins[0], { query });
  const { kind, lastDay, refundTotal } = body?.ending ?? {};
  if (kind)
    await portal.request(memberCalls.end, admins[0], { body: { ...query, kind, lastDay, refundTotal } });
  recordCorrection(world, member, noticeOn);
  await portal.work();
}

/** Records that a notice canceled the membership or ended it earlier, if it did: its response can be lost. */
function recordCorrection(world: World, member: SimulatedMember, noticeOn: string): void {
  const { portal, observed, bankView } = world;
  const record = observed.members.get(member.id);
  const today = dateInChicago(portal.cloud.now);
  const isCanceled = record?.canceledOn !== undefined;
  const isEarlier = record?.noticeOn === noticeOn && !isCanceled;
  if (!record || member.isCanceled || (!isCanceled && !isEarlier)) return;
  if (isCanceled !== noticeOn <= lastDayOf(member))
    fail(`the notice of ${member.email} of ${noticeOn} ${isCanceled ? 'canceled' : 'ended'} the membership`);
  const firstDues = bankView.firstDuesOn(member, noticeOn);
  const isUnpaid = isEarlier && record.activatedOn === null;
  if (isUnpaid && firstDues === 'collected')
    fail(`the first dues of ${member.email} were collected on ${noticeOn}`);
  const expected = isCanceled
    ? [member.endsOn ?? today, today].toSorted()[0]
    : endAfter(record, member, { noticeOn, isUnpaid, today });
  if (record.leavingOn !== expected)
    fail(`${member.email} leaves on ${record.leavingOn}, not on ${expected}, after a notice of ${noticeOn}`);
  // nothing is owed in both cases
  member.isCanceled = isCanceled || isUnpaid;
  member.isCorrected = true;
  member.leftOn ??= today;
  member.endsOn = record.leavingOn ?? undefined;
  member.endsAt = [member.endsAt ?? '9', portal.cloud.now.toISOString()].toSorted()[0];
  forgetMonths(world, member);
}

/** The end that the rules of leaving give the notice on its day. */
function endAfter(
  { holds = [], suspensions = [], invitationStatus }: Member,
  { partner }: SimulatedMember,
  { noticeOn, isUnpaid, today }: { noticeOn: string; isUnpaid: boolean; today: string },
): string {
  const isAway = [...holds.filter(({ isPause }) => !isPause), ...suspensions].some(
    ({ from, to }) => from <= noticeOn && (to === null || noticeOn < to),
  );
  if (isUnpaid || isAway || partner.terms.type === 1) return noticeOn;
  const end = periodStart(nextPeriod(periodOf(noticeOn)));
  // a membership that could not be used when the notice was recorded ends at once
  return invitationStatus === 8 && end > today ? today : end;
}

/** Shares of later months are deducted as far as payments cover them; paid reimbursements of these months are recovered. */
function forgetMonths({ observed }: World, member: SimulatedMember): void {
  const { partner, id, email, endsOn = '' } = member;
  const from = member.isCanceled ? '' : periodOf(endsOn);
  for (const counted of Object.values(partner.counted))
    for (const key of counted.keys()) {
      const [person, month = ''] = key.split(' ');
      if (person === email && month >= from) partner.deducted.add(key);
    }
  const start = `M-${partner.terms.type}-7-${partner.id}-${id}-`;
  for (const payment of observed.payments.values())
    if (payment.id.startsWith(start) && !payment.id.endsWith('-dues') && payment.periodId >= from)
      member.unrecovered += payment.totalPayment;
}
