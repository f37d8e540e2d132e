import { beforeAll, expect, it } from 'vitest';
import { loadMember } from '../../functions/members/store.ts';
import { transact } from '../../functions/table/transact.ts';
import { paymentChange } from '../../functions/payments/store.ts';
import { enrollment } from '../../shared/contracts/enrollment.ts';
import { payments } from '../../shared/contracts/payments.ts';
import { giveConsent } from '../enrollment/consent.ts';
import { invitedMember, setTerms, signedForm, withdrawal } from '../enrollment/sign.ts';
import { shown } from '../platform/pdf-text.ts';
import { call } from '../support/call.ts';
import { resetClockAfterEach, setClock } from '../support/clock.ts';
import { useWorld } from '../support/world.ts';
import { somePayment } from '../bank-files/runs.ts';
import { defined } from '../support/defined.ts';

const world = useWorld();
beforeAll(async () => {
  await setTerms(world.other.groupMembership, { programPaymentTypeId: 3, memberDuesAmount: 30_00 });
});
resetClockAfterEach();

it('an administrator opens the authorization of a payment with its original text, signature, times, and hash', async () => {
  setClock('2026-11-10T18:00:00Z');
  const { member, user, keyFob } = await invitedMember('A501', '2');
  await giveConsent(user, member.id, '4100');
  const enrolled = await call(enrollment.enroll, user, {
    body: {
      ...signedForm(keyFob),
      facilityId: '4100',
      MemberIds: [member.id],
      withdrawalFromBankAccount: withdrawal,
    },
  });
  expect(enrolled.status).toBe(200);
  const signed = defined((await loadMember(member.id)).agreement);
  const paymentId = `M-3-6-2-${member.id}-202611`;
  const proof = (as = world.admin, id = paymentId) =>
    call(payments.authorization, as, { params: { paymentId: id } });
  const { status, bytes, headers } = await proof();
  expect([status, headers['content-type']]).toEqual([200, 'application/pdf']);
  const text = shown(bytes);
  for (const part of [
    'You authorize Wellport to withdraw',
    "Ann O'Lund",
    signed.hash,
    'account ending in 7788',
  ])
    expect(text.replaceAll('\n', ' ')).toContain(part);

  const query = { partnerId: '2' };
  const why = (id: string, partnerId = query.partnerId) =>
    call(payments.reason, world.admin, { params: { paymentId: id }, query: { partnerId } });
  expect((await why(paymentId)).body.isMemberWithdrawal).toBe(true);
  expect((await proof(world.other.memberUser)).status).toBe(403);
  expect((await proof(world.admin, 'M-3-6-2-none-202611')).status).toBe(404);

  const before = {
    kind: 'member',
    paymentTypeId: 6,
    memberId: member.id,
    partnerId: '2',
    periodId: '202610',
  } as const;
  const attempt = {
    bankFileId: 'F1',
    trace: '1',
    at: '2026-10-01T15:00:00.000Z',
    amount: 30_00,
    returned: null,
  };
  const earlier = somePayment('M-3-6-2-A501-202610', { ...before, attempts: [attempt] });
  const deposit = somePayment('M-3-7-2-A501-202610', { ...before, paymentTypeId: 7 });
  await transact(...paymentChange(null, earlier), ...paymentChange(null, deposit));
  expect((await proof(world.admin, earlier.id)).body.message).toContain('predates this withdrawal');
  expect((await proof(world.admin, deposit.id)).status).toBe(422);
  expect((await why(deposit.id)).body.isMemberWithdrawal).toBe(false);
});
