import { describe, expect, it } from 'vitest';
import { loadBankAccount } from '../../functions/bank-accounts/account-read-store.ts';
import { loadMember, memberChange } from '../../functions/members/store.ts';
import { paymentChange } from '../../functions/payments/store.ts';
import { now } from '../../functions/platform/clock.ts';
import { transact } from '../../functions/table/transact.ts';
import { retryDay } from '../../shared/accounts/returned-dues.ts';
import { addDays, dateInChicago, addPeriods, showDate } from '../../shared/calendar.ts';
import { bankFiles } from '../../shared/contracts/bank-files.ts';
import { readNachaFile } from '../../shared/bank-files/nacha/read-file.ts';
import type { Member } from '../../shared/members/member.ts';
import { moveMember } from '../../shared/members/membership-status.ts';
import { corrected } from '../../shared/payments/correction.ts';
import { movePayment } from '../../shared/payments/payment-moves.ts';
import { call } from '../support/call.ts';
import { emailsTo } from '../support/mailbox.ts';
import { someMember } from '../support/builders.ts';
import { fileFromBank, receiveAndProcess, replies, sendToBank, statusesOf, sendThree } from './received.ts';
import {
  check,
  finishEverything,
  giveAccount,
  givenPayments,
  paymentsAsStored,
  setClock,
  setClockIn,
  somePayment,
  useBankWorld,
} from './runs.ts';
import { defined } from '../support/defined.ts';
import { filterOf as memberFilter, memberRuns } from './member-runs.ts';

const world = useBankWorld();

let month = 0;
function newMonth(): string {
  month += 1;
  const period = addPeriods('204101', month);
  setClockIn(period);
  return period;
}

const sentThree = () => sendThree(world.admin, newMonth());

const receive = (text: string) => receiveAndProcess(world.admin, text);
const storedOne = async (payment: Parameters<typeof paymentsAsStored>[0][number]) =>
  defined((await paymentsAsStored([payment]))[0]);

describe('a return', () => {
  it('marks its payment as Returned regardless of other events, and no other payment', async () => {
    const { payments, text } = await sentThree();
    const [, second, third] = await paymentsAsStored(payments);
    const at = now().toISOString();
    const acknowledged = movePayment(defined(third), 'acknowledge', { at });
    await transact(...paymentChange(defined(third), acknowledged));
    const current = await storedOne(defined(third));
    await transact(...paymentChange(current, movePayment(current, 'settle', { at })));
    const file = await receive(fileFromBank(replies(text, ['R01', null, 'R29'])));
    expect(file).toMatchObject({ status: 'review', applied: 2, quarantined: 0, open: 1 });
    expect(await statusesOf(payments)).toEqual([3, 2, 3]);
    expect(await storedOne(defined(payments[0]))).toMatchObject({
      bankFileId: null,
      attempts: [{ amount: 1000, returned: { code: 'R01' } }],
    });
    expect(await storedOne(defined(second))).toEqual(second);
  });

  it('changes nothing when it is repeated in another file', async () => {
    const { payments, text } = await sentThree();
    await receive(fileFromBank(replies(text, ['R03'])));
    const before = await storedOne(defined(payments[0]));
    const again = await receive(fileFromBank(replies(text, ['R03', 'R01'])));
    expect(again.entries).toMatchObject([{ status: 'repeated' }, { status: 'applied' }]);
    expect(again).toMatchObject({ applied: 1, repeated: 1, open: 0, status: 'done' });
    expect(await storedOne(defined(payments[0]))).toEqual(before);
  });

  it('of a closed account holds it, and the payment is not sent before the account is replaced', async () => {
    const { period, payments, text } = await sentThree();
    await receive(fileFromBank(replies(text, ['R02'])));
    const [payment] = payments;
    expect(await loadBankAccount(defined(defined(payment).payeeToken))).toMatchObject({
      held: { code: 'R02' },
    });
    expect((await check(world.admin, period)).body).toMatchObject({
      isAchUploadAvailable: false,
      excluded: [{ reason: 'Returned by the bank (R02, account closed). Waiting for new bank details.' }],
    });
    setClock(new Date(now().getTime() + 86_400_000).toISOString());
    await giveAccount(defined(payment), '4455667788');
    expect((await loadBankAccount(defined(defined(payment).payeeToken)))?.held).toBeUndefined();
    const sent = await sendToBank(world.admin, period);
    expect(sent.text).toContain('4455667788');
    expect(await storedOne(defined(payment))).toMatchObject({
      status: 2,
      attempts: [{}, { returned: null }],
    });
    const again = await receive(fileFromBank(replies(text, ['R02'])));
    expect(again.entries).toMatchObject([{ status: 'repeated' }]);
    expect(await storedOne(defined(payment))).toMatchObject({ status: 2 });
  });

  it('that needs a decision opens a case', async () => {
    const { period, payments, text } = await sentThree();
    const file = await receive(fileFromBank(replies(text, ['R29', 'R16', 'R18'])));
    expect(file.entries).toMatchObject(
      ['frozen', 'stopped', 'Our file was wrong'].map((word) => ({
        status: 'case',
        reason: expect.stringContaining(word),
      })),
    );
    expect(await statusesOf(payments)).toEqual([3, 3, 3]);
    expect((await check(world.admin, period)).body.isAchUploadAvailable).toBe(false);
  });

  it('that awaits a review is assigned by an administrator', async () => {
    const { payments, text } = await sentThree();
    const file = await receive(fileFromBank(replies(text, ['R06', 'R31', 'R61'])));
    const waits = { status: 'quarantined', deadline: expect.stringMatching(/^20/) };
    expect(file.entries).toMatchObject([waits, waits, waits]);
    expect(await statusesOf(payments)).toEqual([2, 2, 2]);
    const settle = (position: number, body: object) =>
      call(bankFiles.settleEntry, world.admin, { params: { inboxFileId: file.id, position }, body });
    const { originalTrace: trace } = file.entries[1];
    expect(await settle(1, { action: 'assign', trace, note: 'Wrong one.' })).toMatchObject({ status: 422 });
    for (const position of [1, 2, 3])
      expect(await settle(position, { action: 'assign', note: 'Agreed by phone.' })).toMatchObject({
        status: 200,
      });
    expect(await statusesOf(payments)).toEqual([3, 3, 3]);
  });

  it('also notifies the payee when assigned, if the account is unusable', async () => {
    const { text } = await sentThree();
    const [answer] = replies(text, ['R02']);
    const file = await receive(
      fileFromBank([{ ...defined(answer), entry: { ...defined(answer).entry, accountNumber: '11112222' } }]),
    );
    expect(file.entries).toMatchObject([{ status: 'quarantined', notice: 'none' }]);
    const params = { inboxFileId: file.id, position: 1 };
    const body = { action: 'assign', note: 'The bank wrote the account in another way.' };
    expect((await call(bankFiles.settleEntry, world.admin, { params, body })).status).toBe(200);
    await finishEverything();
    const { entries } = (await call(bankFiles.getReceived, world.admin, { params: { inboxFileId: file.id } }))
      .body;
    expect(entries).toMatchObject([{ status: 'applied', notice: 'sent' }]);
  });
});

describe('a payment returned for insufficient funds', () => {
  it('is retried twice in a separate batch, and then waits for another account', async () => {
    const { period, payments, text } = await sentThree();
    let sent = text;
    for (const attempt of [2, 3]) {
      // in later files the retry is the second entry
      await receive(fileFromBank(replies(sent, attempt === 2 ? ['R01'] : [null, 'R01'])));
      const fresh = somePayment(`P${period}9${attempt}`, { periodId: period, amountToBeSent: 500 });
      await givenPayments([fresh]);
      const { body } = await check(world.admin, period);
      expect(body).toMatchObject({ paymentCount: 2, lines: [{ notes: expect.anything() }, {}] });
      sent = (await sendToBank(world.admin, period)).text;
      const batches = defined(readNachaFile(sent).file).batches;
      expect(
        batches.map(({ description, entries }) => [description, entries.map(({ amount }) => amount)]),
      ).toEqual([
        ['PARTNERFEE', [500]],
        ['RETRY PYMT', [1000]],
      ]);
      expect(await storedOne(defined(payments[0]))).toMatchObject({
        status: 2,
        attempts: { length: attempt },
      });
    }
    const file = await receive(fileFromBank(replies(sent, [null, 'R09'])));
    expect(file.entries[0].reason).toContain('Maximum retries reached');
    expect(await loadBankAccount(defined(defined(payments[0]).payeeToken))).toMatchObject({
      held: { code: 'R09' },
    });
    expect((await check(world.admin, period)).body.isAchUploadAvailable).toBe(false);
  });

  it('is not retried after 180 days', async () => {
    const { period, payments, text } = await sentThree();
    await receive(fileFromBank(replies(text, ['R01'])));
    const sendable = async (days: number) => {
      setClock(
        new Date(
          Date.parse(defined((await storedOne(defined(payments[0]))).attempts[0]).at) + days * 86_400_000,
        ).toISOString(),
      );
      return (await check(world.admin, period)).body.isAchUploadAvailable;
    };
    expect([await sendable(180), await sendable(181)]).toEqual([true, false]);
  });

  it('is sent as a new entry after its amount was corrected', async () => {
    const { period, payments, text } = await sentThree();
    await receive(fileFromBank(replies(text, [null, null, 'R01'])));
    const before = await storedOne(defined(payments[2]));
    await transact(...paymentChange(before, corrected({ ...before, totalPayment: 3000 }, 2500)));
    const { text: again } = await sendToBank(world.admin, period);
    expect(defined(readNachaFile(again).file).batches).toMatchObject([
      { description: 'PARTNERFEE', entries: [{ amount: 2500 }] },
    ]);
  });
});

describe('returned dues', () => {
  const filterOf = (periodId: string) => memberFilter(6, periodId, '1');
  const { check: checkDues, sendAll } = memberRuns(() => world.admin);
  const send = async (periodId: string) => (await sendAll(filterOf(periodId))).text;
  async function sentDues(memberFields: Partial<Member>) {
    const periodId = newMonth();
    const id = `M${periodId}`;
    const day = `${periodId.slice(0, 4)}-${periodId.slice(4)}-01`;
    const payeeToken = `payee-${id}`;
    const dates = { enrolledOn: '2026-09-01', activatedOn: '2026-09-01', withdrawalPayeeToken: payeeToken };
    await transact(
      ...memberChange(null, someMember(id, '1', { ...dates, invitationStatus: 4, ...memberFields })),
    );
    const dues = somePayment<'member'>(`M-2-6-1-${id}-${periodId}`, {
      kind: 'member',
      programPaymentTypeId: 2,
      paymentTypeId: 6,
      partnerId: '1',
      memberId: id,
      memberFullName: 'Ann Lund',
      periodId,
      payeeToken,
      // sent on the 10th: the member was notified of that day on the 1st
      announced: { amount: 100_00, from: addDays(day, 10), until: addDays(day, 17), sentOn: day },
    });
    await givenPayments([dues]);
    return { id, day, periodId, dues, text: await send(periodId) };
  }

  it('of a closed account suspend the member; another account ends the suspension and the dues are sent again', async () => {
    const { id, dues, text, periodId } = await sentDues({});
    await receive(fileFromBank(replies(text, ['R03'])));
    const suspended = await loadMember(id);
    expect(suspended).toMatchObject({ invitationStatus: 5, accountInvalidatedOn: expect.any(String) });
    const query = { bankFlow: 'memberDues', measure: 'administrative' };
    const counted = (await call(bankFiles.listReturnedEntries, world.admin, { query })).body.items;
    expect(counted).toContainEqual(expect.objectContaining({ memberId: id, code: 'R03' }));
    expect((await checkDues(filterOf(periodId))).excluded).toHaveLength(1);
    const [email] = await emailsTo(suspended.email);
    expect(email?.subject).toBe('Update your bank account');
    expect(email?.body.text).toContain('Enter new bank details under Billing');
    expect(email?.body.text).toContain('/member/account/billing');
    // the month can be over by then: the collection period does not apply to retries
    setClock(new Date(now().getTime() + 40 * 86_400_000).toISOString());
    await giveAccount(dues, '5566778899');
    await transact(
      ...memberChange(suspended, moveMember(suspended, 'replaceAccount', { today: dateInChicago(now()) })),
    );
    expect((await checkDues(filterOf(periodId))).excluded).toHaveLength(1);
    setClock(new Date(now().getTime() + 86_400_000).toISOString());
    expect((await checkDues(filterOf(periodId))).lines).toMatchObject([
      { notes: ['retry', 'changed account'] },
    ]);
    expect(readNachaFile(await send(periodId)).file?.batches).toMatchObject([{ description: 'RETRY PYMT' }]);
    expect(await storedOne(dues)).toMatchObject({ status: 2, attempts: { length: 2 } });
    expect(await loadMember(id)).toMatchObject({ invitationStatus: 4, accountInvalidatedOn: null });
  });

  it('of the first month undo the activation, and a retry repeats it', async () => {
    const period = newMonth();
    month -= 1;
    const first = `${period.slice(0, 4)}-${period.slice(4)}-05`;
    const { id, periodId, text } = await sentDues({
      invitationStatus: 3,
      enrolledOn: first,
      startsOn: first,
      activatedOn: null,
    });
    expect(await loadMember(id)).toMatchObject({ invitationStatus: 4, activatedOn: first });
    await receive(fileFromBank(replies(text, ['R01'])));
    expect(await loadMember(id)).toMatchObject({ invitationStatus: 3, activatedOn: first });
    const [email] = await emailsTo(`${id.toLowerCase()}@people.test`);
    expect(email?.subject).toBe('Your bank returned a payment');
    expect(email?.body.text).toContain(
      'Your bank returned a payment of $100.00 because the account ending in',
    );
    expect(email?.body.text).toMatch(/^Hello Ann,\n\n/);
    expect(email?.body.text).toContain('These are your first dues for ');
    // the day that the member's pages show
    const retryOn = showDate(retryDay(dateInChicago(now())));
    expect(email?.body.text).toContain(`We will try again on ${retryOn} at the earliest.`);
    expect(email?.body.text).toContain(
      'Your membership becomes active again when we send them to your bank.',
    );
    expect(email?.body.text).toContain('/member/account/billing');
    await send(periodId);
    expect(await loadMember(id)).toMatchObject({ invitationStatus: 4, activatedOn: first });
  });

  it.each([
    [{ invitationStatus: 6, leavingOn: '2099-01-01' } as const, 6],
    [{ invitationStatus: 7 } as const, 7],
  ])('of members who leave or are on hold mark only the account (%#)', async (memberFields, status) => {
    const { id, text } = await sentDues({});
    const member = await loadMember(id);
    const event = status === 7 ? moveMember(member, 'hold', { today: '2041-01-01' }) : undefined;
    await transact(
      ...memberChange(
        member,
        event ?? {
          ...moveMember(member, 'leave', { today: '2041-01-01', membersPay: true, isCollecting: false }),
          ...memberFields,
        },
      ),
    );
    await receive(fileFromBank(replies(text, ['R04'])));
    expect(await loadMember(id)).toMatchObject({
      invitationStatus: status,
      accountInvalidatedOn: expect.any(String),
    });
  });

  it('hold no account and suspend no member after the account was replaced', async () => {
    const { id, dues, text } = await sentDues({});
    setClock(new Date(now().getTime() + 86_400_000).toISOString());
    await giveAccount(dues, '6677889900');
    const file = await receive(fileFromBank(replies(text, ['R02'])));
    expect(file.entries[0].reason).toContain('has changed accounts');
    expect((await loadBankAccount(defined(dues.payeeToken)))?.held).toBeUndefined();
    expect(await loadMember(id)).toMatchObject({ invitationStatus: 4 });
    expect(await storedOne(dues)).toMatchObject({ status: 3 });
  });
});
