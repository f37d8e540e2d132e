import { beforeAll, describe, expect, it } from 'vitest';
import { loadMember, memberChange } from '../../functions/members/store.ts';
import { findRequest } from '../../functions/members/request-store.ts';
import { transact } from '../../functions/table/transact.ts';
import { addDays, periodsBetween, periodStart, showDate } from '../../shared/calendar.ts';
import { loadBankFile } from '../../functions/bank-files/store.ts';
import { bankFiles } from '../../shared/contracts/bank-files.ts';
import { members } from '../../shared/contracts/members.ts';
import type { User } from '../../functions/users/user.ts';
import { addDues, filterOf, stored } from '../bank-files/member-runs.ts';
import { finishEverything, outboxText, pin, setClock } from '../bank-files/runs.ts';
import { setTerms } from '../payments/paycheck.ts';
import { payments } from '../../shared/contracts/payments.ts';
import { emailsTo } from '../support/mailbox.ts';
import { call } from '../support/call.ts';
import { defined } from '../support/defined.ts';
import { erasedMember } from '../../shared/privacy/erased-member.ts';
import { dayOf, duesId, refundId, writtenNotices } from './written-notices.ts';

const {
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
} = writtenNotices('206001');
beforeAll(() => setTerms('2', { programPaymentTypeId: 2, memberDuesAmount: 30_00 }));

describe('a notice in writing that is recorded later', () => {
  it('ends the membership with the month of the notice and refunds later dues', async () => {
    const member = await collected('N1', 4);
    const noticeOn = dayOf(member.at(1), '28');
    const last = addDays(periodStart(member.at(2)), -1);
    const ending = await record(member, noticeOn);
    expect(ending).toMatchObject({ kind: 'leave', lastDay: last, refundTotal: 60, refundBy: null });
    expect(ending.refunds.map((refund: { periodID: string }) => refund.periodID)).toEqual([
      member.at(2),
      member.at(3),
    ]);
    expect(await loadMember('N1')).toMatchObject({
      invitationStatus: 8,
      leavingOn: periodStart(member.at(2)),
      noticeOn,
    });
    await payRefunds([member.at(2), member.at(3)]);
    await expectPaid(member, 60, member.at(3));
  });

  it('refunds the dues of a year', async () => {
    const member = await collected('N2', 13);
    await record(member, dayOf(member.at(0), '28'));
    const refunds = periodsBetween(member.at(1), member.at(12));
    for (const period of refunds) expect(await statusOf(refundId('N2', period))).toBe(0);
    await payRefunds(refunds);
    await expectPaid(member, 30, member.at(12));
  });

  it('removes later dues that are not sent, and takes them out of a file', async () => {
    const member = await collected('N3', 2);
    const [pending, reserved] = [member.at(3), member.at(2)];
    setClock(`${dayOf(member.at(1), '26')}T15:00:00Z`);
    await addDues('N3', reserved);
    const file = await confirm(filterOf(6, reserved));
    await file.reserve();
    await addDues('N3', pending);
    expect(await record(member, dayOf(member.at(0), '28'))).toMatchObject({
      refundTotal: 60,
      notWithdrawn: 30,
    });
    await file.send();
    expect(await stored(duesId('N3', pending))).toBeUndefined();
    expect(await stored(duesId('N3', reserved))).toBeUndefined();
    await payRefunds([member.at(1)]);
    await expectPaid(member, 30, pending);
  });

  it.each(['before', 'after'])('refunds nothing for later dues that are returned %s it', async (order) => {
    const member = await collected(`N4${order}`, 2);
    const later = member.at(2);
    const file = await sendDues(member, later);
    if (order === 'before') await returnAll(file.text, 'R01');
    const { refundTotal } = await record(member, dayOf(member.at(1), '10'));
    expect(refundTotal).toBe(order === 'before' ? 0 : 30);
    if (order === 'after') await returnAll(file.text, 'R01');
    setClock(`${dayOf(later, '05')}T15:00:00Z`);
    expect(await check(filterOf(6, later))).toMatchObject({ paymentCount: 0 });
    expect(await check(filterOf(7, later))).toMatchObject({ paymentCount: 0 });
    await expectPaid(member, 60, later);
  });

  it('restores the refund that the end of a pause canceled', async () => {
    const member = await collected('N5', 1);
    const paused = member.at(1);
    const file = await sendDues(member, paused);
    setClock(`${dayOf(member.first, '27')}T15:00:00Z`);
    const body = { memberGuid: 'N5' };
    expect((await call(members.pause, member.user, { body: { ...body, months: 1 } })).status).toBe(200);
    expect((await call(members.resume, member.user, { body })).status).toBe(200);
    expect(await statusOf(refundId('N5', paused))).toBe(4);
    expect(await record(member, dayOf(member.first, '26'))).toMatchObject({ refundTotal: 30 });
    expect(await statusOf(refundId('N5', paused))).toBe(0);
    await settle(file);
    await payRefunds([paused]);
    await expectPaid(member, 30, paused);
  });

  it('refunds later dues that were paid outside the portal', async () => {
    const member = await collected('N6', 1);
    const later = member.at(1);
    setClock(`${dayOf(later, '10')}T15:00:00Z`);
    await addDues('N6', later);
    const { version } = defined(await stored(duesId('N6', later)));
    const body = {
      decision: 'markSentExternally',
      reason: 'Paid at the club.',
      payments: [{ paymentId: duesId('N6', later), version }],
    };
    expect((await call(payments.changeStatus, world.admin, { body })).body).toMatchObject({ changed: 1 });
    expect(await record(member, dayOf(member.first, '28'))).toMatchObject({ refundTotal: 30 });
    await payRefunds([later]);
    expect(await bankTotal('N6')).toBe(0);
    expect(await ledgerTotal(member, later)).toBe(-30_00);
  });

  it('owes nothing if the first dues were not sent until its day', async () => {
    const member = await signed('N7');
    setClock(`${dayOf(member.first, '27')}T15:00:00Z`);
    await settle(await sendDues(member, member.first));
    setClock(`${dayOf(member.at(1), '20')}T15:00:00Z`);
    const noticeOn = dayOf(member.first, '25');
    const ending = await record(member, noticeOn);
    expect(ending).toMatchObject({ kind: 'leave', refundTotal: 30, lastDay: dayOf(member.first, '24') });
    expect(await loadMember('N7')).toMatchObject({ leavingOn: noticeOn, activatedOn: null });
    await payRefunds([member.first]);
    await expectPaid(member, 0, member.first);
  });

  it('refunds first dues that were sent after its day if their reversal comes back', async () => {
    const member = await signed('N15');
    setClock(`${dayOf(member.first, '24')}T15:00:00Z`);
    const file = await sendDues(member, member.first);
    const body = { reason: 'amount', note: 'The wrong amount was sent.', pin };
    const reverse = (admin: User) =>
      call(bankFiles.reverseFile, admin, { params: { bankFileId: file.fileId }, body });
    await reverse(world.admin);
    const { bankFileId } = (await reverse(second)).body;
    await finishEverything();
    expect(await record(member, dayOf(member.first, '22'))).toMatchObject({ refundTotal: 0 });
    await returnAll(await outboxText((await loadBankFile(defined(bankFileId))).name), 'R23');
    expect(await loadMember('N15')).toMatchObject({ invitationStatus: 8, activatedOn: null });
    expect(await statusOf(duesId('N15', member.first))).toBe(5);
    await payRefunds([member.first]);
    expect(await statusOf(refundId('N15', member.first))).toBe(2);
    await expectPaid(member, 0, member.first);
  });

  it('ends on its day if the membership was on hold then', async () => {
    const member = await collected('N8', 3);
    const before = await loadMember('N8');
    const holds = [{ from: dayOf(member.at(1), '05'), to: dayOf(member.at(2), '02') }];
    await transact(...memberChange(before, { ...before, holds }));
    const noticeOn = dayOf(member.at(1), '10');
    expect(await record(member, noticeOn)).toMatchObject({
      lastDay: dayOf(member.at(1), '09'),
      refundTotal: 30,
    });
    await payRefunds([member.at(2)]);
    await expectPaid(member, 60, member.at(2));
  });

  it('does not end on its day if the member paused then', async () => {
    const member = await collected('N9', 2);
    const before = await loadMember('N9');
    const holds = [{ from: periodStart(member.at(1)), to: periodStart(member.at(2)), isPause: true }];
    await transact(...memberChange(before, { ...before, holds }));
    expect(await preview(member, dayOf(member.at(1), '10'))).toMatchObject({
      ending: { lastDay: addDays(periodStart(member.at(2)), -1) },
    });
  });

  it.each([
    ['that waits for its end', 6],
    ['that ended', 8],
  ] as const)('ends a membership %s earlier', async (_, status) => {
    const member = await collected(`N10-${status}`, 3);
    const before = await loadMember(member.id);
    const leavingOn = periodStart(member.at(status === 6 ? 3 : 2));
    await transact(...memberChange(before, { ...before, invitationStatus: 6, leavingOn }));
    if (status === 8) {
      const leaving = await loadMember(member.id);
      await transact(...memberChange(leaving, { ...leaving, invitationStatus: 8 }));
    }
    const late = await preview(member, dayOf(member.at(2), '10'));
    expect(late).toMatchObject({ ending: null, refusal: expect.stringContaining('changes nothing') });
    const ending = await record(member, dayOf(member.first, '28'));
    expect(ending).toMatchObject({ refundTotal: 60 });
    expect(await loadMember(member.id)).toMatchObject({
      invitationStatus: 8,
      leavingOn: periodStart(member.at(1)),
    });
    await payRefunds([member.at(1), member.at(2)]);
    await expectPaid(member, 30, member.at(2));
  });

  it('of today ends a membership before the end that the employer planned', async () => {
    const member = await collected('N14', 1);
    const before = await loadMember('N14');
    const leavingOn = periodStart(member.at(4));
    await transact(...memberChange(before, { ...before, invitationStatus: 6, leavingOn }));
    const endings = async () =>
      (await call(members.ending, member.user, { query: { memberGuid: 'N14' } })).body;
    const lastDay = addDays(periodStart(member.at(1)), -1);
    expect(await preview(member, dayOf(member.first, '20'))).toMatchObject({ ending: { lastDay } });
    expect(await endings()).toMatchObject({ ending: { kind: 'leave', lastDay }, refusal: null });
    const body = { memberGuid: 'N14', kind: 'leave', lastDay, refundTotal: 0 };
    expect((await call(members.end, member.user, { body })).status).toBe(200);
    expect(await loadMember('N14')).toMatchObject({
      invitationStatus: 6,
      leavingOn: periodStart(member.at(1)),
    });
    expect(await endings()).toMatchObject({ ending: null, refusal: expect.stringContaining('already ends') });
  });

  it('is limited to twelve months and to days since the signature', async () => {
    const member = await collected('N11', 14);
    const refusalOf = async (noticeOn: string) => (await preview(member, noticeOn)).refusal;
    expect(await refusalOf(dayOf(member.first, '28'))).toContain('12 months');
    expect(await refusalOf(dayOf(member.at(1), '01'))).toBeNull();
    expect(await refusalOf(dayOf(member.first, '02'))).toContain('before the day');
  });

  it('is refused to other users, and if its effects changed since the preview', async () => {
    const member = await collected('N12', 2);
    const noticeOn = dayOf(member.first, '28');
    const { kind, lastDay, refundTotal } = (await preview(member, noticeOn)).ending;
    const body = { memberGuid: 'N12', noticeOn, kind, lastDay, refundTotal };
    for (const user of [world.facilityManager, world.other.manager])
      expect((await call(members.end, user, { body })).status).toBe(403);
    const other = { ...body, refundTotal: refundTotal + 30 };
    expect((await call(members.end, world.admin, { body: other })).status).toBe(409);
    const both = await Promise.all([1, 2].map(() => call(members.end, world.admin, { body })));
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  it('of an erased member is refunded, and no email is sent', async () => {
    const member = await collected('N16', 2);
    const before = await loadMember('N16');
    const leavingOn = periodStart(member.at(2));
    await transact(...memberChange(before, { ...erasedMember(before), invitationStatus: 8, leavingOn }));
    expect(await record(member, dayOf(member.first, '28'))).toMatchObject({ refundTotal: 30 });
    expect(await statusOf(refundId('N16', member.at(1)))).toBe(0);
    expect(await emailsTo((await loadMember('N16')).email)).toEqual([]);
  });

  it('is named with both days in the history of the member and in the confirmation', async () => {
    const member = await collected('N13', 2);
    const noticeOn = dayOf(member.first, '28');
    await record(member, noticeOn);
    const { body } = await call(members.overview, world.admin, { params: { memberId: 'N13' } });
    const today = showDate(dayOf(member.at(1), '20'));
    expect(body.history.map(({ what }: { what: string }) => what)).toContainEqual(
      expect.stringContaining(`by the notice in writing of ${showDate(noticeOn)}, recorded on ${today}`),
    );
    const [email] = (await emailsTo((await loadMember('N13')).email)).slice(-1);
    expect(email?.body.text).toContain(`We received your notice in writing of ${showDate(noticeOn)}`);
  });
});

describe('reimbursements of months after a notice in writing', () => {
  beforeAll(() => setTerms('2', { memberReimbursementAmount: 25_00, numberOfVisitsToReimburse: 1 }));

  it('are canceled if they are open, also in a file that is not sent', async () => {
    const member = await collected('R1', 3);
    setClock(`${dayOf(member.at(3), '22')}T15:00:00Z`);
    const [owed, open, inFile] = [
      await reimbursed(member, member.first),
      await reimbursed(member, member.at(1)),
      await reimbursed(member, member.at(2)),
    ];
    const file = await confirm(filterOf(7, member.at(2)));
    await file.reserve();
    expect(await record(member, dayOf(member.first, '28'))).toMatchObject({ refundTotal: 60, reimbursed: 0 });
    await file.send();
    expect(await statusOf(owed)).toBe(0);
    expect(await statusOf(open)).toBe(4);
    expect(await statusOf(inFile)).not.toBe(2);
    expect(await check(filterOf(7, member.at(2)))).toMatchObject({ paymentCount: 1 });
    await payRefunds([member.at(1), member.at(2)]);
    await expectPaid(member, 30, member.at(2));
  });

  it('are not promised if the first dues were not collected on its day', async () => {
    await setTerms('2', { memberReimbursementTypeId: 4 });
    const member = await signed('R3');
    setClock(`${dayOf(member.first, '27')}T15:00:00Z`);
    await settle(await sendDues(member, member.first));
    setClock(`${dayOf(member.at(1), '20')}T15:00:00Z`);
    await record(member, dayOf(member.first, '25'));
    const [email] = (await emailsTo((await loadMember('R3')).email)).slice(-1);
    expect(email?.body.text).toContain('Reimbursements: Nothing is reimbursed for this membership.');
    await call(members.endingReason, member.user, { body: { memberGuid: 'R3', reason: 'Too far away.' } });
    await record(member, dayOf(member.first, '24'));
    expect(await findRequest('R3', 'ending')).toMatchObject({ note: 'Too far away.' });
  });

  it('are work for administrators if they were paid', async () => {
    const member = await collected('R2', 2);
    setClock(`${dayOf(member.at(2), '22')}T15:00:00Z`);
    await reimbursed(member, member.at(1));
    await settle(await sendAll(filterOf(7, member.at(1))));
    expect(await record(member, dayOf(member.first, '28'))).toMatchObject({
      refundTotal: 30,
      reimbursed: 25,
    });
    expect(await findRequest('R2', 'ending')).toMatchObject({
      status: 'open',
      answer: expect.stringContaining('$25.00'),
    });
  });
});
