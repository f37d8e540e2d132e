import { isHeldByBank } from './model.ts';
import type { Observed } from './observed.ts';
import type { World } from './world.ts';
import { fail } from './violation.ts';

/** First dues decide about the activation, and a refund is canceled with its dues. */
export function assertActivations({ observed, bankView, members: simulated }: World): void {
  const { changed, payments, members } = observed;
  for (const id of changed) {
    const payment = payments.get(id);
    if (payment?.kind !== 'member') continue;
    const { status, memberId, periodId } = payment;
    const member = members.get(memberId);
    const isFirst =
      payment.paymentTypeId === 6 && member?.startsOn?.slice(0, 7).replace('-', '') === periodId;
    const actor = simulated.find(({ id: memberOf }) => memberOf === memberId);
    // dues that come back during a hold leave the status, and the hold ends as it began
    const cameBackOnHold = () => actor && bankView.cameBackDuring(actor, actor.holds);
    if (isFirst && member.invitationStatus === 4 && (status === 3 || status === 0) && !cameBackOnHold())
      fail(`member ${memberId} is activated although the first dues are in status ${status}`);
    if (isFirst && member.invitationStatus === 3 && isHeldByBank(status))
      fail(`member ${memberId} waits for first dues, which are in status ${status}`);
    const refund = payments.get(`${id.replace('-6-', '-7-')}-dues`);
    if (payment.paymentTypeId === 6 && status === 3 && refund?.status === 0)
      fail(`${refund.id} is to be paid although ${id} came back`);
  }
}

/** Asserts that memberships end on their last day. */
export function assertEnded(observed: Observed, today: string): void {
  for (const { id, invitationStatus, leavingOn } of observed.members.values())
    if (invitationStatus === 6 && leavingOn !== null && leavingOn <= today)
      fail(`member ${id} is not deleted although the membership ended on ${leavingOn}`);
}

/** Asserts that each member is at exactly one club on each day of the membership: the club that is shown. */
export function assertStays(observed: Observed): void {
  for (const member of observed.members.values()) {
    const { id, startsOn, leavingOn, facilityId, invitationStatus, noticeOn } = member;
    if (startsOn === null || startsOn === undefined || startsOn === leavingOn) continue;
    const stays = observed.staysOf(id);
    const described = stays.map((stay) => `${stay.facilityId} ${stay.from} to ${stay.to}`).join(', ');
    if (stays[0]?.from !== startsOn)
      fail(`the first day of member ${id} is ${startsOn}, and the stays are ${described}`);
    if (stays.some(({ to }, index) => index + 1 < stays.length && to !== stays[index + 1]?.from))
      fail(`member ${id} is at no club or at two clubs on a day: ${described}`);
    const last = stays.at(-1);
    // an end by a notice before a transfer or another end leaves the stays as they were
    const isCorrected = noticeOn !== undefined && (last?.to ?? '') > (leavingOn ?? '');
    if (last?.to !== leavingOn && !isCorrected)
      fail(`member ${id} leaves on ${leavingOn}, and the stays are ${described}`);
    if (invitationStatus !== 8 && last?.facilityId !== facilityId)
      fail(`member ${id} shows club ${facilityId}, and the stays are ${described}`);
  }
}
