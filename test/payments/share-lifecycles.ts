import { expect } from 'vitest';
import { enrollmentChange, loadMember, memberChange } from '../../functions/members/store.ts';
import { generateClosedMonthHandler as everyMonthNinth } from '../../functions/payments/handlers/generation.ts';
import { loadPayments, paymentChange } from '../../functions/payments/store.ts';
import { transact } from '../../functions/table/transact.ts';
import type { Member } from '../../shared/members/member.ts';
import {
  moveMember,
  type EventContexts,
  type MembershipEvent,
} from '../../shared/members/membership-status.ts';
import { payments } from '../../shared/contracts/payments.ts';
import { movePayment } from '../../shared/payments/payment-moves.ts';
import { call } from '../support/call.ts';
import { setClock } from '../support/clock.ts';
import { runJob, waitingJobs } from '../support/jobs.ts';
import { someMember, type World } from '../support/world.ts';
import { enrolled } from './facilities.ts';
import { setTerms } from './paycheck.ts';

export const sharedProgram = (): Promise<void> =>
  setTerms('2', { programPaymentTypeId: 3, memberDuesAmount: 30_00, paymentForActivatedMembersOnly: true });

export async function addEnrolled(
  id: string,
  facilityId: string,
  startsOn: string,
  given: Partial<Member> = {},
): Promise<void> {
  const member = someMember(id, '2', {
    invitationStatus: 3,
    facilityId,
    enrolledOn: startsOn,
    startsOn,
    ...given,
  });
  await transact(
    ...memberChange(null, member),
    ...enrollmentChange(null, enrolled(id, '2', facilityId, { from: startsOn })),
  );
}

export async function move<Event extends MembershipEvent>(
  id: string,
  event: Event,
  context: EventContexts[Event],
): Promise<void> {
  const member = await loadMember(id);
  await transact(...memberChange(member, moveMember(member, event, context)));
}

export async function runNinth(day: string): Promise<void> {
  setClock(`${day}T16:00:00Z`);
  waitingJobs.length = 0;
  await everyMonthNinth({ time: `${day}T06:15:00Z` });
  for (const id of waitingJobs) expect((await runJob(id)).status).toBe('done');
}

export async function generate(world: World, usagePeriodID: string): Promise<void> {
  const body = { programPaymentTypeID: 3, partnerID: '2', usagePeriodID };
  const facility = await call(payments.generateFacilityPayments, world.admin, { body });
  expect(facility.status, JSON.stringify(facility.body)).toBe(200);
  await runJob(facility.body.jobId);
  const partner = await call(payments.generatePartnerPayments, world.admin, {
    body: { ...body, paymentTypeID: 5 },
  });
  // partner payments of an open month are not offered
  if (partner.status === 200) await runJob(partner.body.jobId);
}

export async function markSent(id: string): Promise<void> {
  const [payment] = await loadPayments([id]);
  if (!payment) throw new Error(`no payment ${id}`);
  const at = '2026-11-16T12:00:00.000Z';
  const reserved = { ...payment, bankFileId: 'file' };
  await transact(...paymentChange(payment, reserved));
  const [stored] = await loadPayments([id]);
  if (stored) await transact(...paymentChange(stored, movePayment(stored, 'submit', { at, trace: '1' })));
}

export const facilityPayment = (facilityId: string, period: string): string =>
  `F-3-3-2-${facilityId}-${period}`;
export const partnerPayment = (period: string): string => `P-3-5-2-${period}`;

export async function stepsOf(id: string): Promise<string[] | undefined> {
  const [payment] = await loadPayments([id]);
  return payment?.reason.steps.map(({ what, amount }) => `${what}: ${amount / 100}`);
}

export async function totalsOf(...ids: string[]): Promise<(number | undefined)[]> {
  const found = new Map((await loadPayments(ids)).map((payment) => [payment.id, payment.totalPayment]));
  return ids.map((id) => found.get(id));
}
