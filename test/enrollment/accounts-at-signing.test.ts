import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadBankAccount } from '../../functions/bank-accounts/account-read-store.ts';
import { loadMember, memberChange } from '../../functions/members/store.ts';
import { transact } from '../../functions/table/transact.ts';
import type { User } from '../../functions/users/user.ts';
import { accounts } from '../../shared/contracts/accounts.ts';
import { enrollment } from '../../shared/contracts/enrollment.ts';
import { moveMember } from '../../shared/members/membership-status.ts';
import { typedAccount } from '../accounts/examples.ts';
import { call } from '../support/call.ts';
import { resetClockAfterEach, setClock } from '../support/clock.ts';
import { runJob, waitingJobs } from '../support/jobs.ts';
import { someMember, useWorld } from '../support/world.ts';
import { createUser, mailsTo } from '../users/person.ts';
import { giveConsent } from './consent.ts';
import { setTerms, signedForm, withdrawal } from './sign.ts';

const world = useWorld();
beforeAll(async () => {
  await setTerms(world.own.groupMembership, { programPaymentTypeId: 3, memberDuesAmount: 30_00 });
});
beforeEach(() => setClock('2026-11-20T16:00:00Z'));
resetClockAfterEach();

/** A member with an account on file and without an agreement. */
async function unsigned(id: string): Promise<User> {
  await transact(
    ...memberChange(
      null,
      someMember(id, '1', {
        invitationStatus: 4,
        facilityId: '4100',
        facilityName: 'Harbor Gym 4100',
        preferredAccessType: 1,
        enrolledOn: '2026-09-05',
        activatedOn: '2026-09-05',
      }),
    ),
  );
  const user = await createUser({ memberIds: [id], memberPartnerIds: ['1'] });
  const saved = await call(accounts.saveBankingInfo, user, {
    body: { memberGuid: id, bankAccount: { ...typedAccount, ...withdrawal } },
  });
  expect(saved.status).toBe(200);
  await giveConsent(user, id, '4100');
  return user;
}

const sign = (user: User, id: string, account: object) =>
  call(enrollment.resign, user, {
    body: {
      ...signedForm(),
      withdrawalFromBankAccount: account,
      facilityId: '4100',
      memberIds: [id],
      operationTypeID: 3,
    },
  });

describe('an account that is entered with another signature', () => {
  it('replaces the one on file by the rules of Billing, and the email names it', async () => {
    const user = await unsigned('RS1');
    expect((await sign(user, 'RS1', { ...withdrawal, accountNumber: '99887711' })).status).toBe(200);
    const { withdrawalPayeeToken } = await loadMember('RS1');
    expect((await loadBankAccount(withdrawalPayeeToken ?? ''))?.lastFour).toBe('7711');
    for (const id of waitingJobs.splice(0)) await runJob(id);
    expect((await mailsTo((await loadMember('RS1')).email)).at(-1)).toContain(
      'The account for withdrawals now ends in 7711.',
    );
  });

  it('ends a suspension, unless it is the one that the bank returned', async () => {
    const user = await unsigned('RS2');
    const member = await loadMember('RS2');
    await transact(...memberChange(member, moveMember(member, 'invalidateAccount', { today: '2026-11-19' })));
    expect((await loadMember('RS2')).invitationStatus).toBe(5);

    const same = await sign(user, 'RS2', withdrawal);
    expect(same.status).toBe(422);
    expect(Object.keys(same.body.fields)).toEqual(['withdrawalFromBankAccount.accountNumber']);

    expect((await sign(user, 'RS2', { ...withdrawal, accountNumber: '99887722' })).status).toBe(200);
    expect((await loadMember('RS2')).invitationStatus).toBe(4);
  });
});
