import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadBankAccount } from '../../functions/bank-accounts/account-read-store.ts';
import { environmentBankSettings } from '../../functions/table/bank-settings.ts';
import { loadBankFile } from '../../functions/bank-files/store.ts';
import { loadMember, memberChange } from '../../functions/members/store.ts';
import { transact } from '../../functions/table/transact.ts';
import { userChange } from '../../functions/users/store.ts';
import { accounts } from '../../shared/contracts/accounts.ts';
import { bankFiles } from '../../shared/contracts/bank-files.ts';
import { typedAccount } from '../accounts/examples.ts';
import { call } from '../support/call.ts';
import { defined } from '../support/defined.ts';
import { someMember } from '../support/world.ts';
import { createUser } from '../users/person.ts';
import { active, addDues, chargeMembers, filterOf, memberRuns } from './member-runs.ts';
import { fileFromBank, receiveAndProcess, replies } from './received.ts';
import { finishEverything, outboxText, pin, setClock, useBankWorld } from './runs.ts';

const world = useBankWorld();
const { check } = memberRuns(() => world.admin);
const { prenotes } = defined(environmentBankSettings);
beforeAll(chargeMembers);
afterAll(() => Object.assign(prenotes, { memberDues: false }));

let sequence = 0;
/**
 * A person with two memberships and the same account numbers in both. The account of the second one needs no prenote; a
 * prenote of the first one was sent. Both owe dues of February.
 */
async function withPrenote() {
  sequence += 1;
  const ids = [`PA${sequence}`, `PB${sequence}`] as const;
  const accountNumber = `88776655${sequence}`;
  setClock('2042-01-20T15:00:00Z');
  const user = await createUser({ memberIds: [...ids], memberPartnerIds: ['2', '2'] });
  for (const id of ids) {
    const tokens = { withdrawalPayeeToken: `payee-${id}` };
    const member = someMember(id, '2', { ...active, facilityId: '4100', userId: user.id, ...tokens });
    await transact(...memberChange(null, member));
  }
  await transact(...userChange(user, { ...user, memberIds: [...ids] }));
  const save = async (memberGuid: string) => {
    const bankAccount = { ...typedAccount, accountNumber };
    const { status } = await call(accounts.saveBankingInfo, user, { body: { memberGuid, bankAccount } });
    expect(status).toBe(200);
  };
  prenotes.memberDues = false;
  await save(ids[1]);
  prenotes.memberDues = true;
  await save(ids[0]);
  const sent = await call(bankFiles.sendPrenotes, world.admin, { body: { bankFlow: 'memberDues', pin } });
  await finishEverything();
  prenotes.memberDues = false;
  const text = await outboxText((await loadBankFile(sent.body.bankFileId)).name);
  await addDues(ids[1], '204202');
  return { ids, accountNumber, text };
}
const accountOf = async (id: string) => defined(await loadBankAccount(`payee-${id}`));
const reasonOf = async (id: string): Promise<string | undefined> => {
  setClock('2042-02-03T15:00:00Z');
  const { excluded } = await check(filterOf(6, '204202'));
  return excluded.find(({ memberId }) => memberId === id)?.reason;
};
const receive = (text: string, code: string, corrected?: string) =>
  receiveAndProcess(world.admin, fileFromBank(replies(text, [code], corrected)));

describe('a returned prenote', () => {
  it.each(['R03', 'R04'])('holds the other uses of the account numbers (%s)', async (code) => {
    const { ids, text } = await withPrenote();
    expect(await reasonOf(ids[1])).toBeUndefined();
    expect((await receive(text, code)).entries).toMatchObject([{ status: 'applied' }]);
    for (const id of ids) expect(await accountOf(id)).toMatchObject({ held: { code } });
    expect(await loadMember(ids[0])).toMatchObject({ invitationStatus: 5 });
    expect(await reasonOf(ids[1])).toBe(
      'The bank rejected the account. The payment waits for new bank details.',
    );
  });

  it('ends the authorization of the other uses after an unauthorized one', async () => {
    const { ids, text } = await withPrenote();
    await receive(text, 'R10');
    expect(await accountOf(ids[0])).toMatchObject({ held: { code: 'R10' } });
    expect(await accountOf(ids[1])).toMatchObject({ authorizationEnded: { code: 'R10' } });
    expect(await reasonOf(ids[1])).toContain('not authorized (R10)');
  });

  it('does not hold the other uses after a code that is about the entry', async () => {
    const { ids, text } = await withPrenote();
    await receive(text, 'R08');
    expect(await accountOf(ids[0])).toMatchObject({ held: { code: 'R08' } });
    expect((await accountOf(ids[1])).held).toBeUndefined();
    expect(await reasonOf(ids[1])).toBeUndefined();
  });
});

describe('a correction of a prenote by the bank', () => {
  it('corrects the other uses of the account numbers', async () => {
    const { ids, text } = await withPrenote();
    const corrected = '12345678901';
    expect((await receive(text, 'C01', corrected)).entries).toMatchObject([{ status: 'applied' }]);
    for (const id of ids) expect(await accountOf(id)).toMatchObject({ lastFour: corrected.slice(-4) });
  });
});
