import * as z from 'zod';
import { auditEventNames } from '../../shared/audit-event.ts';
import { addPeriods, periodOf, type CalendarDate } from '../../shared/calendar.ts';
import { agreement, contractNumber } from '../../shared/enrollment/agreement.ts';
import { staysOf } from '../../shared/enrollment/enrollment.ts';
import { facilitiesInHistory } from '../../shared/members/member-row.ts';
import type { GroupMembership } from '../../shared/group-memberships/group-membership.ts';
import { deleted, type Member } from '../../shared/members/member.ts';
import { areFirstDuesCollected } from '../../shared/payments/dues-collected.ts';
import { paymentIdOf, canceled, memberDues, memberReimbursements } from '../../shared/payments/payment.ts';
import { isDuesPaidBack } from '../../shared/payments/dues-paid-back.ts';
import { paymentTypeName } from '../../shared/payments/payment-types.ts';
import { loadFormerDeposits } from '../payments/member-payments.ts';
import { loadFacilities } from '../facilities/store.ts';
import { loadFirstDues } from '../payments/first-dues-store.ts';
import { loadPayments } from '../payments/store.ts';
import { keys } from '../table/keys.ts';
import { getMany, queryItems } from '../table/table.ts';
import { enrollmentEntity } from '../members/store.ts';
import { memberPaid, sharedCost } from '../../shared/programs.ts';

const values = z.record(z.string(), z.unknown()).optional();
const memberEvent = z.object({
  sk: z.string(),
  name: z.enum(auditEventNames),
  who: z.string(),
  when: z.string(),
  before: values,
  after: values,
});

const maxEvents = 200;

/** Returns a member's events, newest first. */
export async function eventsOf(memberId: string) {
  const { pk } = keys.audit(`member ${memberId}`, '', '');
  const { items } = await queryItems(pk, { backwards: true, limit: maxEvents });
  return items.map((item) => {
    const { sk, ...event } = memberEvent.parse(item);
    return { ...event, id: sk };
  });
}
type MemberEvent = Awaited<ReturnType<typeof eventsOf>>[number];

/** Returns a member's enrollments, newest first: the current one, and those of transfers. */
export async function staysOfMember({ id, partnerId, facilityId }: Member, events: readonly MemberEvent[]) {
  const facilities = [...new Set([...(facilityId ? [facilityId] : []), ...facilitiesInHistory(events)])];
  const [enrollments, facilityRecords] = await Promise.all([
    getMany(
      enrollmentEntity,
      facilities.map((ownFacility) => keys.enrollment(partnerId, ownFacility, id)),
    ),
    loadFacilities(facilities),
  ]);
  return enrollments
    .flatMap(staysOf)
    .filter(({ from, to }) => to === null || to > from)
    .map(({ facilityId: ownFacility, from, to }) => ({
      facilityId: ownFacility,
      facilityName: facilityRecords.find((facility) => facility.id === ownFacility)?.name ?? ownFacility,
      from,
      to,
    }))
    .toSorted((left, other) => (left.from < other.from ? 1 : -1));
}

/** Returns canceled first dues of a present member; null if no decision is needed. */
export async function canceledFirstDuesOf(
  member: Member,
  { programPaymentTypeId }: Pick<GroupMembership, 'programPaymentTypeId'>,
) {
  if (areFirstDuesCollected(member) || member.invitationStatus === deleted) return null;
  const dues = (await loadFirstDues([{ member, programPaymentTypeId }])).get(member.id);
  return dues?.status === canceled ? { periodId: dues.periodId, amountToBeSent: dues.amountToBeSent } : null;
}

/** Returns payments to a former member that wait for a deposit account; null if none waits. */
export async function waitingDepositsOf(
  member: Member,
  program: Pick<GroupMembership, 'programPaymentTypeId'>,
  now: Date,
) {
  const { waiting, accounts } = await loadFormerDeposits(member, program, now);
  if (waiting.length === 0) return null;
  const account = accounts.find(({ payeeToken }) => payeeToken === member.depositPayeeToken);
  return {
    amount: waiting.reduce((sum, { amountToBeSent }) => sum + amountToBeSent, 0),
    count: waiting.length,
    lastFour: account?.lastFour ?? null,
    version: account?.version ?? 0,
  };
}

const maxMonths = 60;

/** Returns counted visits by month, newest first. */
export async function visitsByMonth(memberId: string) {
  const { pk, sk } = keys.monthlyVisits(memberId, '');
  const { items } = await queryItems(pk, { beginsWith: sk, backwards: true, limit: maxMonths });
  return items.map((item) => ({ periodId: String(item.sk).slice(sk.length), count: Number(item.n ?? 0) }));
}

/** Returns the member's payments of the last twelve months and the next, newest first. */
export async function paymentsOf({ id: memberId, partnerId }: Member, today: CalendarDate) {
  const months = Array.from({ length: 14 }, (_, back) => addPeriods(periodOf(today), 1 - back));
  const ids = months.flatMap((periodId) =>
    ([memberPaid, sharedCost] as const).flatMap((programPaymentTypeId) =>
      [memberDues, memberReimbursements].flatMap((paymentTypeId) => {
        const name = { kind: 'member', programPaymentTypeId, partnerId, memberId, periodId } as const;
        const id = paymentIdOf({ ...name, paymentTypeId });
        return paymentTypeId === memberDues ? [id] : [id, `${id}-dues`, `${id}-late`];
      }),
    ),
  );
  return (await loadPayments(ids)).map((payment) => ({
    id: payment.id,
    periodId: payment.periodId,
    paymentTypeName: isDuesPaidBack(payment) ? 'Refund of dues' : paymentTypeName(payment.paymentTypeId),
    amountToBeSent: payment.amountToBeSent,
    status: payment.status,
    statusAt: payment.statusAt,
  }));
}

const maxAgreements = 50;

export async function agreementsOf(memberId: string) {
  const { pk, sk } = keys.agreement(memberId, '');
  const { items } = await queryItems(pk, { beginsWith: sk, limit: maxAgreements });
  return items
    .map((item) => agreement.parse(item))
    .toSorted((left, other) => (left.signedAt < other.signedAt ? 1 : -1))
    .map(({ rowKey, facilityName, documentAgreementVersion, signedAt }) => ({
      partitionKey: memberId,
      rowKey,
      contractNumber: contractNumber(rowKey),
      facilityName,
      version: documentAgreementVersion,
      signedAt,
    }));
}
