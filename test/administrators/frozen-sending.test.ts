import { afterEach, beforeEach, expect, it } from 'vitest';
import { environmentBankSettings } from '../../functions/table/bank-settings.ts';
import { transact } from '../../functions/table/transact.ts';
import { userChange } from '../../functions/users/store.ts';
import type { User } from '../../functions/users/user.ts';
import { bankFiles } from '../../shared/contracts/bank-files.ts';
import { sendToBank } from '../bank-files/received.ts';
import {
  check,
  finishEverything,
  givenPayments,
  pin,
  send,
  setClockIn,
  threePayments,
  useTwoAdministrators,
} from '../bank-files/runs.ts';
import { call } from '../support/call.ts';
import { defined } from '../support/defined.ts';
import { asStored } from '../users/person.ts';

const [world, other] = useTwoAdministrators();
const settings = defined(environmentBankSettings);
let month = 0;
let period: string;

beforeEach(async () => {
  settings.twoPersons = {
    above: null,
    entryAbove: null,
    dayAbove: null,
    forNewAccounts: false,
    allowsOne: false,
  };
  month += 1;
  period = `2027${String(month).padStart(2, '0')}`;
  setClockIn(period);
  await givenPayments(threePayments(period));
});

afterEach(finishEverything);

const change = async ({ id }: User, fields: Partial<User>): Promise<void> => {
  const user = await asStored(id);
  await transact(...userChange(user, { ...user, ...fields }));
};
const requested = () => ({
  requestedBy: world.admin.id,
  requestedAt: '2027-01-01T00:00:00.000Z',
  effectiveAt: null,
});
const trySend = async (as = world.admin) => {
  const runHash = (await check(world.admin, period)).body.hash;
  const { status, body } = await send(as, period, runHash);
  return [status, body.message];
};

it.each<[string, () => Partial<User>, Partial<User>]>([
  ['is disabled', () => ({ disabled: true }), { disabled: false }],
  ['has not accepted the invitation', () => ({ awaitsPassword: true }), { awaitsPassword: undefined }],
  ['has a requested removal', () => ({ removal: requested() }), { removal: undefined }],
  [
    'accepted less than 24 hours ago',
    () => ({ administratorSince: `${period.slice(0, 4)}-${period.slice(4)}-10T10:00:00.000Z` }),
    { administratorSince: undefined },
  ],
])('stops sending while the second administrator %s', async (_, fields, restored) => {
  await change(other, fields());
  expect(await trySend()).toEqual([409, expect.stringContaining('requires two administrators')]);
  await change(other, restored);
  expect((await trySend())[0]).toBe(200);
});

it('stops prenotes, and reverses a file only while two administrators can confirm', async () => {
  const { fileId: bankFileId } = await sendToBank(world.admin, period);
  await change(other, { disabled: true });
  const prenote = { bankFlow: 'partnerWithdrawal', pin };
  const refused = await call(bankFiles.sendPrenotes, world.admin, { body: prenote });
  expect([refused.status, refused.body.message]).toEqual([
    409,
    expect.stringContaining('requires two administrators'),
  ]);
  await change(other, { disabled: false });
  const reversal = {
    params: { bankFileId },
    body: { reason: 'duplicate', note: 'Sent twice.' },
  };
  const reverse = async (as: User, body: object) =>
    (await call(bankFiles.reverseFile, as, { ...reversal, body: { ...reversal.body, ...body } })).body;
  expect(await reverse(world.admin, {})).toMatchObject({ confirmed: false });
  expect(await reverse(other, { pin })).toMatchObject({ confirmed: true });
});

it('sends with a single administrator where the bank settings allow it', async () => {
  await change(other, { disabled: true });
  settings.twoPersons.allowsOne = true;
  expect((await trySend())[0]).toBe(200);
  await change(other, { disabled: false });
});

it('does not count the confirmation of an administrator who was disabled since', async () => {
  settings.twoPersons.above = 1;
  settings.twoPersons.allowsOne = true;
  const waiting = expect.stringContaining('Another administrator must confirm');
  expect(await trySend(other)).toEqual([200, waiting]);
  await change(other, { disabled: true });
  expect(await trySend()).toEqual([200, waiting]);
  await change(other, { disabled: false });
  expect((await trySend(other))[1]).not.toEqual(waiting);
});
