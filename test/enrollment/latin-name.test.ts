import { beforeAll, expect, it } from 'vitest';
import { loadBankAccount } from '../../functions/bank-accounts/account-read-store.ts';
import { loadMember } from '../../functions/members/store.ts';
import { enrollment } from '../../shared/contracts/enrollment.ts';
import { files } from '../../shared/contracts/files.ts';
import { shown } from '../platform/pdf-text.ts';
import { call } from '../support/call.ts';
import { defined } from '../support/defined.ts';
import { useWorld } from '../support/world.ts';
import { giveConsent } from './consent.ts';
import { deposit, invitedMember, setTerms, signedForm, withdrawal } from './sign.ts';

const world = useWorld();
beforeAll(async () => {
  await setTerms(world.own.groupMembership, {
    programPaymentTypeId: 2,
    memberDuesAmount: 30_00,
    memberReimbursementTypeId: 4,
    memberReimbursementAmount: 25_00,
    numberOfVisitsToReimburse: 8,
  });
});

const suggested = async (id: string, firstName: string, lastName: string) => {
  const { user } = await invitedMember(id, '1', { firstName, lastName });
  return (await call(enrollment.legalContract, user, { query: { memberIdGuid: id } })).body.latinName;
};

it('suggests a romanized name, none for other scripts, and does not ask for one with Latin letters', async () => {
  expect(await suggested('M801', 'Иван', 'Петров')).toBe('Ivan Petrov');
  expect(await suggested('M802', '李', '伟')).toBe('');
  expect(await suggested('M803', 'Đặng', 'Nguyễn')).toBeNull();
});

it('requires the confirmed spelling for the signature, and uses it at the bank and in the agreement', async () => {
  const { member, user, keyFob } = await invitedMember('M804', '1', { firstName: '李', lastName: '伟' });
  const facilityId = world.facility.id;
  await giveConsent(user, member.id, facilityId);
  const enroll = (latinName?: string) =>
    call(enrollment.enroll, user, {
      body: {
        ...signedForm(keyFob),
        firstName: '李',
        lastName: '伟',
        latinName,
        facilityId,
        MemberIds: [member.id],
        withdrawalFromBankAccount: withdrawal,
        depositToBankAccount: deposit,
      },
    });
  expect((await enroll()).body.fields).toEqual({ latinName: 'Enter your name in Latin letters.' });
  expect((await enroll('伟')).body.fields).toHaveProperty('latinName');
  expect((await enroll('Li Wei')).status).toBe(200);
  const after = await loadMember(member.id);
  expect(after.latinName).toBe('Li Wei');
  for (const token of [after.withdrawalPayeeToken, after.depositPayeeToken])
    expect((await loadBankAccount(defined(token)))?.nameOnAccount).toBe('Li Wei');
  const { partitionKey, rowKey } = defined(after.agreement);
  const { bytes } = await call(files.get, user, { params: { partitionKey, rowKey } });
  const paper = shown(bytes).replaceAll(/\s+/g, ' ');
  expect(paper).toContain('Member Li Wei');
  expect(paper).toContain('ending in 7788, Li Wei');
});
