import { describe, expect, it } from 'vitest';
import { carryOutReturn } from '../../functions/bank-files/inbox/carry-out.ts';
import { countInbox } from '../../functions/bank-files/inbox/inbox-store.ts';
import { loadPaymentPlan } from '../../functions/bank-files/plan-files.ts';
import { tracesOf } from '../../functions/bank-files/preview/prepare.ts';
import { whyNotReversed } from '../../functions/bank-files/reversal/reversible-lines.ts';
import type { SentPayment } from '../../shared/bank-files/sent-entry.ts';
import { loadPreparation } from '../../functions/bank-files/store.ts';
import { keys } from '../../functions/table/keys.ts';
import { nextNumbers } from '../../shared/bank-files/bank-file.ts';
import { newInboxEntry } from '../../shared/bank-files/inbox-file.ts';
import { bankFiles } from '../../shared/contracts/bank-files.ts';
import { movePayment } from '../../shared/payments/payment-moves.ts';
import { memberDues, memberReimbursements, type MemberPayment } from '../../shared/payments/payment.ts';
import { call } from '../support/call.ts';
import { someMember, useWorld } from '../support/world.ts';
import { receiveAndProcess } from './received.ts';
import { check, givenPayments, setClockIn, somePayment, threePayments } from './runs.ts';
import { defined } from '../support/defined.ts';

const at = '2026-11-20T15:00:00.000Z';
const trace = '091000020000007';
const sentEntry: SentPayment = {
  trace,
  bankFileId: 'F1',
  paymentId: 'M1',
  payeeToken: 'payee-M1',
  amount: 30_00,
  fingerprint: 'f',
  lastFour: '1234',
  name: 'ANN LUND',
  effectiveDate: '2026-11-23',
  returnedBy: null,
  version: 1,
};
const submitted = (paymentTypeId: number): MemberPayment => {
  const values = { kind: 'member', paymentTypeId, memberId: 'A1', periodId: '202610', bankFileId: 'F1' };
  const payment = somePayment<'member'>('M1', values as Partial<MemberPayment> & { kind: 'member' });
  return movePayment(payment, 'submit', { at, trace });
};

const world = useWorld();

describe('a return', () => {
  const changesMember = (paymentTypeId: number, code: string): boolean => {
    const entry = newInboxEntry({
      inboxFileId: 'I1',
      position: 1,
      about: 'return',
      code,
      originalTrace: trace,
      amount: 30_00,
      name: 'ANN LUND',
      lastFour: '1234',
      status: 'quarantined',
      reason: '',
      bankFileId: 'F1',
      paymentId: 'M1',
      receivedAt: at,
    });
    const active = { invitationStatus: 4, enrolledOn: '2026-09-01', activatedOn: '2026-09-01' } as const;
    const account = { payeeToken: 'payee-M1', fingerprint: 'f', held: { code: 'R02', at } } as Parameters<
      typeof carryOutReturn
    >[1]['account'];
    const member = someMember('A1', '1', active);
    const payment = submitted(paymentTypeId);
    const found = {
      sent: sentEntry,
      payment,
      refund: undefined,
      account,
      isSameAccount: true,
      otherUses: [],
      member,
      unpaid: [],
      reversed: undefined,
    };
    const { changes } = carryOutReturn(entry, found, { who: 'bank', now: new Date(at) });
    const { pk, sk } = keys.member('A1');
    return changes.some((change) => {
      const item = 'item' in change ? change.item.Put?.Item : undefined;
      return item?.pk === pk && item.sk === sk;
    });
  };

  it('of dues suspends the member only if the account is unusable', () => {
    expect(changesMember(memberDues, 'R02')).toBe(true);
    expect(changesMember(memberDues, 'R01')).toBe(false);
    expect(changesMember(memberReimbursements, 'R02')).toBe(false);
  });
});

describe('a sent entry', () => {
  it('can be reversed while it is the last attempt of its payment', () => {
    const payment = submitted(memberDues);
    expect(whyNotReversed(sentEntry, payment)).toBeUndefined();
    expect(whyNotReversed({ ...sentEntry, trace: '091000020000001' }, payment)).toBe('was changed since');
    expect(whyNotReversed(sentEntry, undefined)).toBe('was changed since');
  });

  it('has a seven-digit trace number, and numbering restarts before overflow', () => {
    const numbers = {
      origin: 'o',
      date: '2026-11-20',
      files: 3,
      fileIds: [],
      nextTrace: 9_999_990,
      version: 1,
    };
    expect(nextNumbers(numbers, '2026-11-20', 9)).toEqual({ fileIndex: 3, firstTrace: 9_999_990 });
    expect(nextNumbers(numbers, '2026-11-21', 10)).toEqual({ fileIndex: 0, firstTrace: 1 });
  });
});

describe('a check', () => {
  it('is stored for seven days, and reserves a trace number for the offset of each of its two batches', async () => {
    setClockIn('204901');
    await givenPayments(threePayments('204901'));
    const { hash } = (await check(world.admin, '204901')).body;
    const plan = defined(await loadPaymentPlan(hash));
    const { preparedAt, expiresAt } = defined(await loadPreparation(plan.inputDigest));
    expect(expiresAt - Math.floor(Date.parse(preparedAt) / 1000)).toBe(604_800);
    expect([tracesOf(plan, false), tracesOf(plan, true)]).toEqual([3, 5]);
  });
});

describe('a file from the bank', () => {
  it('is one file if all of its entries await a review, and the treasury page counts every entry', async () => {
    const [files, entries] = [await countInbox('files'), await countInbox('open entries')];
    setClockIn('204902');
    const lines = Array.from({ length: 11 }, (_, index) => `2049-02-10,ACH SETTLEMENT,${index + 1}.00`);
    await receiveAndProcess(world.admin, `Date,Description,Amount\n${lines.join('\n')}\n`, 'strange.csv');
    expect(await countInbox('files')).toBe(files + 1);
    expect(await countInbox('open entries')).toBe(entries + 11);
    const { openEntryCount, openEntries } = (await call(bankFiles.getTreasury, world.admin, {})).body;
    expect([openEntryCount, openEntries.length]).toEqual([entries + 11, 10]);
  });
});
