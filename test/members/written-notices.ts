import { expect } from 'vitest';
import { enrollmentChange } from '../../functions/members/store.ts';
import { loadPayments, paymentChange } from '../../functions/payments/store.ts';
import { now } from '../../functions/platform/clock.ts';
import { transact } from '../../functions/table/transact.ts';
import type { User } from '../../functions/users/user.ts';
import { entriesOf } from '../../infra/local/bank/reply-file.ts';
import {
  addBankingDays,
  addPeriods,
  dateInChicago,
  periodsBetween,
  periodStart,
  type PeriodId,
} from '../../shared/calendar.ts';
import { members } from '../../shared/contracts/members.ts';
import type { Member } from '../../shared/members/member.ts';
import { payments } from '../../shared/contracts/payments.ts';
import { visits } from '../../shared/contracts/visits.ts';
import { memberDues, type MemberPayment } from '../../shared/payments/payment.ts';
import { wasPaid } from '../../shared/payments/refund.ts';
import { addDues, filterOf, memberRuns, stored, testDues } from '../bank-files/member-runs.ts';
import { fileFromBank, receiveAndProcess, replies } from '../bank-files/received.ts';
import { outboxNames, outboxText, setClock, useTwoAdministrators } from '../bank-files/runs.ts';
import { proveMonth } from '../ledger/prove.ts';
import { enrolled } from '../payments/facilities.ts';
import { call } from '../support/call.ts';
import { defined } from '../support/defined.ts';
import { runJob, waitingJobs } from '../support/jobs.ts';
import { createUser } from '../users/person.ts';

export const dayOf = (periodId: PeriodId, day: string) => `${periodStart(periodId).slice(0, 8)}${day}`;
export const duesId = (id: string, period: PeriodId) => `M-2-6-2-${id}-${period}`;
export const refundId = (id: string, period: PeriodId) => `M-2-7-2-${id}-${period}-dues`;
export const reimbursementId = (id: string, period: PeriodId) => `M-2-7-2-${id}-${period}`;

export interface Signed {
  id: string;
  user: User;
  first: PeriodId;
  /** The month after a number of months. */
  at: (months: number) => PeriodId;
}

/** Adds a member of Rhode Island, where the right lasts ten business days, who signed on the 3rd; returns the user. */
export async function addSigned(id: string, periodId: PeriodId, fields: Partial<Member> = {}): Promise<User> {
  const startsOn = dayOf(periodId, '03');
  setClock(`${startsOn}T15:00:00Z`);
  const user = await createUser({ memberIds: [id], memberPartnerIds: ['2'] });
  await testDues(id, periodId, {
    invitationStatus: 3,
    facilityId: '4100',
    facilityName: 'Harbor Gym',
    state: 'RI',
    enrolledOn: startsOn,
    startsOn,
    userId: user.id,
    depositPayeeToken: `payee-${id}`,
    withdrawalPayeeToken: `payee-${id}`,
    ...fields,
  });
  await transact(...enrollmentChange(null, enrolled(id, '2', '4100', { from: startsOn })));
  return user;
}

/** Members of a partner with notices in writing that are recorded later. `month` is before the first month of the first member. */
export function writtenNotices(before: PeriodId) {
  const [world, second] = useTwoAdministrators();
  const { check, confirm, sendAll, settle } = memberRuns(() => world.admin);
  let month = before;

  const returnedTraces = new Set<string>();
  async function returnAll(text: string, code: string) {
    for (const { entry } of entriesOf(text)) returnedTraces.add(entry.trace);
    return receiveAndProcess(world.admin, fileFromBank(replies(text, [code])));
  }

  async function signed(id: string, fields: Partial<Member> = {}): Promise<Signed> {
    month = addPeriods(month, 16);
    const first = month;
    const user = await addSigned(id, first, fields);
    return { id, user, first, at: (months) => addPeriods(first, months) };
  }

  /** Sends the dues of a month on the 25th of the previous one. */
  async function sendDues({ id, first }: Signed, periodId: PeriodId) {
    if (periodId !== first) {
      setClock(`${dayOf(addPeriods(periodId, -1), '25')}T15:00:00Z`);
      await addDues(id, periodId);
    }
    return sendAll(filterOf(6, periodId));
  }

  /** A member with settled dues of several months, on the 20th of the last one. */
  async function collected(id: string, months: number): Promise<Signed> {
    const member = await signed(id);
    for (const period of periodsBetween(member.first, member.at(months - 1)))
      await settle(await sendDues(member, period));
    setClock(`${dayOf(member.at(months - 1), '20')}T15:00:00Z`);
    return member;
  }

  const preview = async ({ id }: Pick<Signed, 'id'>, noticeOn: string) =>
    (await call(members.ending, world.admin, { query: { memberGuid: id, noticeOn } })).body;

  async function record(member: Pick<Signed, 'id'>, noticeOn: string) {
    const { ending, refusal } = await preview(member, noticeOn);
    expect(refusal).toBeNull();
    const { kind, lastDay, refundTotal } = ending;
    const before = waitingJobs.length;
    const body = { memberGuid: member.id, noticeOn, kind, lastDay, refundTotal };
    const response = await call(members.end, world.admin, { body });
    expect(response.status, JSON.stringify(response.body)).toBe(200);
    for (const job of waitingJobs.slice(before)) await runJob(job);
    return ending;
  }

  /** Sends the refunds of months, each so late that its file does not repeat another one. */
  async function payRefunds(periods: readonly PeriodId[]): Promise<void> {
    for (const period of periods) {
      setClock(`${addBankingDays(dateInChicago(now()), 8)}T15:00:00Z`);
      await sendAll(filterOf(7, period));
    }
  }

  /** Sum of a member's entries in all files to the bank, in cents, without returned ones; credits are positive. */
  async function bankTotal(id: string): Promise<number> {
    let total = 0;
    for (const name of await outboxNames())
      for (const { entry } of entriesOf(await outboxText(name)))
        if (
          entry.name.trim().toUpperCase() === `ANN LUND ${id}`.toUpperCase() &&
          !returnedTraces.has(entry.trace)
        )
          total += entry.amount * (entry.transactionCode % 10 === 7 ? -1 : 1);
    return total;
  }

  /** Sum of a member's payments that were made by the ledger, in cents; credits are positive. */
  async function ledgerTotal({ id, first }: Signed, last: PeriodId): Promise<number> {
    const ids = periodsBetween(first, last).flatMap((period) => [
      duesId(id, period),
      reimbursementId(id, period),
      refundId(id, period),
    ]);
    return (await loadPayments(ids))
      .filter(wasPaid)
      .reduce(
        (total, { amountToBeSent, paymentTypeId }) =>
          total + amountToBeSent * (paymentTypeId === memberDues ? -1 : 1),
        0,
      );
  }

  /** Asserts that the member paid an amount in total, by the files to the bank and by the ledger, without findings. */
  async function expectPaid(member: Signed, dollars: number, last: PeriodId): Promise<void> {
    expect(await bankTotal(member.id)).toBe(dollars * -100 + 0);
    expect(await ledgerTotal(member, last)).toBe(dollars * -100 + 0);
    for (const period of periodsBetween(member.first, last)) {
      const { rows } = await proveMonth(world.admin, period);
      expect((rows as { findings: unknown[] }[]).flatMap((row) => row.findings)).toEqual([]);
    }
  }

  const statusOf = async (id: string) => (await stored(id))?.status;

  /** Adds a reimbursement of a month with collected dues. */
  async function reimbursed(member: Signed, period: PeriodId, fields: Partial<MemberPayment> = {}) {
    const dues = defined(await stored(duesId(member.id, period))) as MemberPayment;
    const payment: MemberPayment = {
      ...dues,
      id: reimbursementId(member.id, period),
      paymentTypeId: 7,
      status: 0,
      bankFileId: null,
      attempts: [],
      ledger: undefined,
      totalPayment: 25_00,
      amountToBeSent: 25_00,
      reason: { rule: 'member reimbursement 1', steps: [{ what: '1 of 1 visits', amount: 25_00 }] },
      version: 0,
      statusAt: now().toISOString(),
      ...fields,
    };
    await transact(...paymentChange(null, payment));
    return payment.id;
  }

  /** Reports visits on days of a month, on another day. */
  async function report(
    { id }: Signed,
    on: string,
    period: PeriodId,
    days: readonly string[],
  ): Promise<void> {
    setClock(`${on}T16:00:00Z`);
    const dates = days.map((day) => `${period.slice(4)}/${day}/${period.slice(0, 4)}`);
    const bytes = Buffer.from(
      ['Member ID,Club ID,Date', ...dates.map((date) => `${id},4100,${date}`)].join('\n'),
    );
    const begun = await call(visits.importCheckIns, world.admin, {
      files: { file: { name: 'v.csv', bytes } },
    });
    expect((await runJob(begun.body.jobId)).tally).toMatchObject({ uploaded: days.length });
  }

  /** Generates the reimbursements of a month on the 9th of the next one. */
  async function generate(period: PeriodId, on: string): Promise<void> {
    setClock(`${on}T16:00:00Z`);
    const body = { programTypeID: 2, paymentTypeID: 7, partnerID: '2', periodID: period };
    await runJob((await call(payments.generateMemberPayments, world.admin, { body })).body.jobId);
  }

  return {
    world,
    second,
    check,
    confirm,
    sendAll,
    settle,
    returnAll,
    signed,
    sendDues,
    collected,
    preview,
    record,
    payRefunds,
    bankTotal,
    ledgerTotal,
    expectPaid,
    statusOf,
    reimbursed,
    report,
    generate,
  };
}
