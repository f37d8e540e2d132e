import { beforeAll, describe, expect, it } from 'vitest';
import { loadBankFile } from '../../functions/bank-files/store.ts';
import { loadMember, memberChange } from '../../functions/members/store.ts';
import { transact } from '../../functions/table/transact.ts';
import { bankFiles } from '../../shared/contracts/bank-files.ts';
import { fileFromBank, receiveAndProcess, replies } from '../bank-files/received.ts';
import {
  finishEverything,
  giveAccount,
  givenPayments,
  givePin,
  outboxText,
  paymentsAsStored,
  pin,
  somePayment,
  useBankWorld,
} from '../bank-files/runs.ts';
import { call } from '../support/call.ts';
import { defined } from '../support/defined.ts';
import { resetClockAfterEach, setClock } from '../support/clock.ts';
import { addFacilities, addMembers } from './facilities.ts';
import {
  addEnrolled,
  facilityPayment,
  generate,
  move,
  partnerPayment,
  runNinth,
  sharedProgram,
  stepsOf,
  totalsOf,
} from './share-lifecycles.ts';
import { filterOf, memberRuns } from '../bank-files/member-runs.ts';
import { secondAdministrator } from '../support/world.ts';

const world = useBankWorld();
const { sendAll } = memberRuns(() => world.admin);
const sendDues = (periodId = '202611') => sendAll({ ...filterOf(6, periodId), programPaymentTypeId: 3 });

const firstDues = (memberId: string, periodId: string) =>
  somePayment<'member'>(`M-3-6-2-${memberId}-${periodId}`, {
    kind: 'member',
    programPaymentTypeId: 3,
    paymentTypeId: 6,
    partnerId: '2',
    memberId,
    memberFullName: 'Ann Lund',
    periodId,
    payeeToken: `payee-${memberId}`,
  });
const dues = firstDues('first', '202611');

beforeAll(async () => {
  await addFacilities(['6500', '6501', '6502', '6503']);
  await sharedProgram();
  await addMembers('2', [{ id: 'other', facilityId: '6500' }]);
});
resetClockAfterEach();

describe('a member with returned first dues', () => {
  let text = '';

  it('counts for facility and partner once the first dues are sent', async () => {
    setClock('2026-11-23T15:00:00Z');
    await addEnrolled('first', '6500', '2026-11-20', { withdrawalPayeeToken: 'payee-first' });
    await givenPayments([dues]);
    ({ text } = await sendDues());
    expect((await loadMember('first')).invitationStatus).toBe(4);
    await runNinth('2026-12-09');
    expect(await totalsOf(facilityPayment('6500', '202611'), partnerPayment('202611'))).toEqual([
      40_00, 60_00,
    ]);
  });

  it('stays in the payments that counted it, also when they are regenerated', async () => {
    setClock('2026-12-10T15:00:00Z');
    await receiveAndProcess(world.admin, fileFromBank(replies(text, ['R02'])));
    expect((await loadMember('first')).invitationStatus).toBe(3);
    await generate(world, '202611');
    expect(await totalsOf(facilityPayment('6500', '202611'), partnerPayment('202611'))).toEqual([
      40_00, 60_00,
    ]);
  });

  it('counts in no later month', async () => {
    await runNinth('2027-01-09');
    await generate(world, '202612');
    expect(await totalsOf(facilityPayment('6500', '202612'), partnerPayment('202612'))).toEqual([
      20_00, 40_00,
    ]);
  });

  it('counts again, including the months between, once the dues are sent again', async () => {
    setClock('2027-01-19T15:00:00Z');
    await giveAccount(dues, '4455667788');
    await move('first', 'replaceAccount', { today: '2027-01-19' });
    setClock('2027-01-21T15:00:00Z');
    await sendDues();
    expect((await loadMember('first')).invitationStatus).toBe(4);
    await runNinth('2027-02-09');
    expect(await stepsOf(facilityPayment('6500', '202701'))).toEqual([
      '2 members activated at the club in January 2027 × dues for one member: 40',
      '1 member of December × dues for one member: 20',
    ]);
    expect(await totalsOf(partnerPayment('202701'))).toEqual([80_00]);
    await runNinth('2027-03-09');
    expect(await totalsOf(facilityPayment('6500', '202702'), partnerPayment('202702'))).toEqual([
      40_00, 60_00,
    ]);
  });
});

describe('unearned months', () => {
  let reversedFileId = '';

  it('exclude members after their first dues were returned before the month was generated', async () => {
    setClock('2027-03-12T15:00:00Z');
    for (const id of ['early', 'held', 'leaver'])
      await addEnrolled(id, '6501', '2027-03-10', { invitationStatus: 4, activatedOn: '2027-03-10' });
    await move('held', 'hold', { today: '2027-03-20' });
    const leaver = await loadMember('leaver');
    await transact(...memberChange(leaver, { ...leaver, invitationStatus: 6, leavingOn: '2027-04-01' }));
    for (const id of ['early', 'held', 'leaver']) await move(id, 'returnFirstDues', {});
    expect((await loadMember('held')).invitationStatus).toBe(7);
    await runNinth('2027-04-09');
    expect(await totalsOf(facilityPayment('6501', '202703'))).toEqual([undefined]);
  });

  it('exclude members after their first dues were reversed', async () => {
    setClock('2027-03-15T15:00:00Z');
    await addEnrolled('reversed', '6503', '2027-03-10', { withdrawalPayeeToken: 'payee-reversed' });
    const payment = firstDues('reversed', '202703');
    await givenPayments([payment]);
    const { fileId } = await sendDues('202703');
    reversedFileId = fileId;
    expect((await loadMember('reversed')).invitationStatus).toBe(4);
    const second = await secondAdministrator();
    await givePin(second.id);
    for (const user of [world.admin, second])
      await call(bankFiles.reverseFile, user, {
        params: { bankFileId: fileId },
        body: { reason: 'amount', note: 'Wrong amount.', ...(user === second && { pin }) },
      });
    await finishEverything();
    expect((await paymentsAsStored([payment])).map(({ status }) => status)).toEqual([4]);
    expect(await loadMember('reversed')).toMatchObject({ invitationStatus: 3, firstDuesReturned: true });
    setClock('2027-04-10T15:00:00Z');
    await generate(world, '202703');
    expect(await totalsOf(facilityPayment('6503', '202703'))).toEqual([undefined]);
  });

  it('are paid later if a former member’s first dues are collected after all', async () => {
    setClock('2027-08-12T15:00:00Z');
    await addEnrolled('former', '6503', '2027-08-10', { invitationStatus: 4, activatedOn: '2027-08-10' });
    await move('former', 'hold', { today: '2027-08-20' });
    const held = await loadMember('former');
    await transact(...memberChange(held, { ...held, invitationStatus: 8, leavingOn: '2027-08-25' }));
    await move('former', 'returnFirstDues', {});
    await runNinth('2027-09-09');
    await runNinth('2027-10-09');
    expect(await totalsOf(...['08', '09'].map((month) => facilityPayment('6503', `2027${month}`)))).toEqual([
      undefined,
      undefined,
    ]);
    setClock('2027-10-15T15:00:00Z');
    await move('former', 'submitFirstDues', {});
    await runNinth('2027-11-09');
    expect(await stepsOf(facilityPayment('6503', '202710'))).toContain(
      '1 member of August × dues for one member: 20',
    );
  });

  it('exclude months that were suspended throughout, also after the account is replaced', async () => {
    setClock('2027-04-12T15:00:00Z');
    const active = { invitationStatus: 4, activatedOn: '2027-04-01' } as const;
    await addEnrolled('paused', '6502', '2027-04-01', active);
    await move('paused', 'invalidateAccount', { today: '2027-05-04' });
    await runNinth('2027-05-09');
    await runNinth('2027-06-09');
    await runNinth('2027-07-09');
    setClock('2027-07-15T15:00:00Z');
    await move('paused', 'replaceAccount', { today: '2027-07-15' });
    await runNinth('2027-08-09');
    expect(
      await totalsOf(...['04', '05', '06', '07'].map((month) => facilityPayment('6502', `2027${month}`))),
    ).toEqual([20_00, 20_00, undefined, 20_00]);
  });

  it('are paid later if the reversal of the first dues comes back', async () => {
    setClock('2027-11-12T15:00:00Z');
    const { bankFileId } = defined((await loadBankFile(reversedFileId)).reversal);
    const text = await outboxText((await loadBankFile(defined(bankFileId))).name);
    await receiveAndProcess(world.admin, fileFromBank(replies(text, ['R23'])));
    expect(await loadMember('reversed')).toMatchObject({
      invitationStatus: 4,
      firstDuesReturned: false,
      activatedOn: '2027-03-10',
    });
    await runNinth('2027-12-09');
    expect(await stepsOf(facilityPayment('6503', '202711'))).toContain(
      '1 member of March × dues for one member: 20',
    );
  });
});
