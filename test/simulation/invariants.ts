import { readNachaFile } from '../../shared/bank-files/nacha/read-file.ts';
import type { BankFile } from '../../shared/bank-files/bank-file.ts';
import type { Member } from '../../shared/members/member.ts';
import { memberDues, memberReimbursements } from '../../shared/payments/payment-status.ts';
import type { Payment } from '../../shared/payments/payment.ts';
import { proveGroup, postedTypes } from '../../functions/ledger/group-proof.ts';
import type { JobRecord } from '../../functions/jobs/store.ts';
import { canBecome, duesOf, isHeldByBank, reimbursementOf, type ModelMember } from './model.ts';
import type { SimulatedMember, World } from './world.ts';

/** A violated invariant. */
class Violation extends Error {}

function fail(text: string): never {
  throw new Violation(text);
}

function recordsOf<Of>({ portal }: World, entity: string): Of[] {
  return [...portal.cloud.table.all()].filter((item) => item.entity === entity) as Of[];
}

const statuses = new WeakMap<World, Map<string, number>>();

/** Asserts what must hold after every day. */
export function assertDay(world: World): void {
  // jobs whose message was lost are woken within a day
  const dayAgo = new Date(world.portal.cloud.now.getTime() - 86_400_000).toISOString();
  for (const job of recordsOf<JobRecord>(world, 'job'))
    if (job.status === 'failed' || (job.status === 'running' && job.updatedAt < dayAgo))
      fail(`job ${job.kind} ${job.id} is ${job.status}: ${job.message}`);
  const payments = recordsOf<Payment>(world, 'payment');
  const before = statuses.get(world) ?? new Map<string, number>();
  for (const { id, status } of payments) {
    const last = before.get(id);
    if (last !== undefined && !canBecome(last, status))
      fail(`payment ${id} changed from ${last} to ${status}`);
  }
  statuses.set(world, new Map(payments.map(({ id, status }) => [id, status])));
  assertBankAgrees(world, payments);
}

/** Returns the names of files whose delivery is not confirmed yet; reconciliation ends that within two days. */
function filesUnderWay(world: World): Set<string> {
  const limit = new Date(world.portal.cloud.now.getTime() - 2 * 86_400_000).toISOString();
  const open = recordsOf<BankFile>(world, 'bank file').filter(
    ({ status }) => !['submitted', 'acknowledged', 'settled', 'canceled'].includes(status),
  );
  for (const { name, status, startedAt } of open)
    if (startedAt < limit) fail(`${name} is ${status} since ${startedAt}`);
  return new Set(open.map(({ name }) => name));
}

/** Asserts that every entry in the outbox is an attempt of one payment, and that no payment is at the bank twice. */
function assertBankAgrees(world: World, payments: readonly Payment[]): void {
  const { portal } = world;
  const underWay = filesUnderWay(world);
  const attempts = new Map<string, { payment: Payment; amount: number; returned: boolean }>();
  for (const payment of payments) {
    for (const { trace, amount, returned } of payment.attempts)
      if (trace) attempts.set(trace, { payment, amount, returned: returned !== null });
    const held = payment.attempts.filter(({ returned }) => !returned).length;
    if (held !== (isHeldByBank(payment.status) ? 1 : 0))
      fail(`${payment.id} in status ${payment.status} has ${held} entries at the bank`);
    // no actor decides about a returned payment by hand, and files are not reversed
    const cameBack = payment.attempts.at(-1)?.returned;
    if (cameBack && payment.status !== 3) fail(`${payment.id} came back and is in status ${payment.status}`);
  }
  const { files } = portal.cloud.files;
  for (const name of portal.cloud.files.names('wellport-outbox')) {
    const read = readNachaFile(Buffer.from(files.get(`wellport-outbox/${name}`) ?? []).toString('latin1'));
    if (!read.file || read.problems.length > 0) fail(`${name}: ${JSON.stringify(read.problems)}`);
    for (const { entries } of read.file.batches)
      for (const { trace, amount } of entries) {
        const attempt = attempts.get(trace);
        if (!attempt && underWay.has(name)) continue;
        if (!attempt) fail(`entry ${trace} of ${name} belongs to no payment`);
        if (attempt.amount !== amount)
          fail(`entry ${trace}: ${amount}, and the payment sent ${attempt.amount}`);
        attempts.delete(trace);
      }
  }
  for (const [trace, { payment }] of attempts) fail(`${payment.id} names ${trace}, which no file contains`);
}

/** Asserts that the ledger explains the payments of a month. */
export async function assertLedger(world: World, periodId: string): Promise<void> {
  for (const { id: partnerId } of world.partners)
    for (const paymentTypeId of postedTypes) {
      const { unexplained, findings } = await proveGroup({ partnerId, periodId, paymentTypeId });
      if (unexplained !== 0 || findings.length > 0)
        fail(
          `ledger of ${partnerId} ${periodId} ${paymentTypeId}: ${unexplained} ${JSON.stringify(findings)}`,
        );
    }
}

/** Asserts that members' dues and reimbursements of a month equal those of the model. */
export function assertModel(world: World, month: string): void {
  const payments = new Map(recordsOf<Payment>(world, 'payment').map((payment) => [payment.id, payment]));
  const members = new Map(recordsOf<Member>(world, 'member').map((member) => [member.id, member]));
  for (const simulated of world.members) {
    const member = members.get(simulated.id);
    const { terms, id: partnerId } = simulated.partner;
    const facts = member && modelOf(simulated, member);
    if (!facts || terms.type === 1) continue;
    const idOf = (type: number) => `M-${terms.type}-${type}-${partnerId}-${simulated.id}-${month}`;
    const dues = payments.get(idOf(memberDues))?.totalPayment;
    const expected = duesOf(facts, month);
    if (expected === undefined && dues !== undefined)
      assertRefunded(payments, idOf(memberDues), idOf(memberReimbursements));
    else if (dues !== expected)
      fail(
        `dues of ${simulated.email} for ${month}: ${dues}, not ${expected} ${JSON.stringify(factsFor(simulated, member))}`,
      );
    const paid = payments.get(idOf(memberReimbursements))?.totalPayment;
    const earned = reimbursementOf(facts, month);
    if (paid !== earned)
      fail(
        `reimbursement of ${simulated.email} for ${month}: ${paid}, not ${earned} ${JSON.stringify(factsFor(simulated, member))}`,
      );
  }
}

/** Asserts that dues of a month without membership were sent before the member left, and are refunded unless they came back. */
function assertRefunded(
  payments: ReadonlyMap<string, Payment>,
  duesId: string,
  reimbursementId: string,
): void {
  const dues = payments.get(duesId);
  const refund = payments.get(`${reimbursementId}-dues`);
  if (!dues || dues.attempts.length === 0) fail(`${duesId} is owed by no member and was never sent`);
  const cameBack = dues.status === 3 || dues.status === 4;
  if (!cameBack && refund?.totalPayment !== dues.attempts.at(-1)?.amount)
    fail(`${duesId} in status ${dues.status} is not refunded: ${refund?.totalPayment}`);
  if (cameBack && refund && isHeldByBank(refund.status))
    fail(`${refund.id} is paid although ${duesId} came back`);
}

const factsFor = (
  { enrolledOn, leftOn, visitDays }: SimulatedMember,
  { invitationStatus, activatedOn, leavingOn }: Member,
) => ({
  enrolledOn,
  leftOn,
  visits: visitDays.size,
  invitationStatus,
  activatedOn,
  leavingOn,
});

function modelOf(simulated: SimulatedMember, { activatedOn }: Member): ModelMember | undefined {
  const {
    enrolledOn,
    leftOn,
    statusAtLeaving,
    visitDays,
    partner: { terms },
  } = simulated;
  if (!enrolledOn) return undefined;
  const [year = '', month = ''] = (leftOn ?? '').split('-');
  const nextMonth =
    Number(month) === 12
      ? `${Number(year) + 1}-01-01`
      : `${year}-${String(Number(month) + 1).padStart(2, '0')}-01`;
  return {
    dues: terms.dues * 100,
    reimbursement: terms.reimbursement * 100,
    visitsRequired: terms.visits,
    from: enrolledOn,
    // activated members who pay leave at the end of the month, others immediately
    to: leftOn && (statusAtLeaving === 4 ? nextMonth : leftOn),
    leftUnpaid: leftOn !== undefined && activatedOn === null,
    isActivated: activatedOn !== null,
    visitDays,
  };
}
