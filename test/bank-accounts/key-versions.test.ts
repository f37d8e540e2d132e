import { beforeAll, describe, expect, it } from 'vitest';
import { loadBankAccount } from '../../functions/bank-accounts/account-read-store.ts';
import { isSameAccount, openBankAccount } from '../../functions/bank-accounts/store.ts';
import { comparedTo, fingerprint, isOfNumbers, lifted } from '../../functions/platform/fingerprint.ts';
import { paymentChange } from '../../functions/payments/store.ts';
import { secrets } from '../../functions/platform/secrets.ts';
import { now } from '../../functions/platform/clock.ts';
import { transact } from '../../functions/table/transact.ts';
import { setPin } from '../../functions/users/pin.ts';
import { fileFromBank, receiveAndProcess, replies, sendToBank } from '../bank-files/received.ts';
import {
  accountNumberOf,
  check,
  giveAccount,
  givenPayments,
  pin,
  setClockIn,
  somePayment,
} from '../bank-files/runs.ts';
import { newKey, playSecrets } from '../support/keys.ts';
import { useWorld } from '../support/world.ts';
import { defined } from '../support/defined.ts';

const world = useWorld();
beforeAll(async () => {
  await setPin(world.admin.id, pin, now());
});

const numbers = { routingNumber: '091000019', accountNumber: '70001234' };
const stored = async (payeeToken: string | null) => defined(await loadBankAccount(payeeToken ?? ''));

describe('a second version of the fingerprint key', () => {
  it('finds and opens an account that was entered under the first version', async () => {
    const change = await playSecrets();
    const first = (await secrets()).fingerprintKey;
    const payment = somePayment('K1', { periodId: '204501' });
    setClockIn('204501');
    await giveAccount(payment, numbers.accountNumber);
    const before = await stored(payment.payeeToken);
    await change({ fingerprintKey: `2:${newKey()} 1:${first}` });
    const values = { ...numbers, bankAccountType: 0 } as const;
    expect(await isSameAccount(defined(payment.payeeToken), values, 'Company K1')).toBe(true);
    expect(await openBankAccount(before)).toEqual(numbers);
    await giveAccount(payment, numbers.accountNumber);
    const after = await stored(payment.payeeToken);
    expect(after.fingerprint).toMatch(/^2\./);
    expect(after.fingerprint).toBe(await lifted(before.fingerprint, 2));
    expect(await isOfNumbers(before.fingerprint, { ...numbers, accountNumber: '70001235' })).toBe(false);
    expect(after.sealed.key).toMatch(/\.2$/);
    expect(await openBankAccount(after)).toEqual(numbers);
    await expect(
      openBankAccount({ ...after, sealed: { ...after.sealed, key: after.sealed.key.slice(0, -2) } }),
    ).rejects.toThrow();
  });

  it('is reloaded immediately when it is encountered, and does not affect a retired one', async () => {
    const change = await playSecrets();
    const first = (await secrets()).fingerprintKey;
    const second = newKey();
    const payment = somePayment('K2', { periodId: '204501' });
    await giveAccount(payment, numbers.accountNumber);
    const before = await stored(payment.payeeToken);
    await change({ fingerprintKey: `2:${second} 1:${first}` });
    await giveAccount(payment, numbers.accountNumber);
    const after = await stored(payment.payeeToken);
    // a function with outdated secrets in memory
    await change({ fingerprintKey: first });
    await change({ fingerprintKey: `2:${second} 1:${first}` }, true);
    expect(await fingerprint(numbers)).toBe(before.fingerprint);
    expect(await openBankAccount(after)).toEqual(numbers);
    await change({ fingerprintKey: `2:${second} 1~${first}` });
    expect(await openBankAccount(after)).toEqual(numbers);
    await expect(openBankAccount(before)).rejects.toThrow('version 1 of the fingerprint key is retired');
    await expect(fingerprint(numbers, 3)).rejects.toThrow('version 3 of the fingerprintKey is missing');
  });

  it('compares sent with stored data regardless of which has it', async () => {
    const change = await playSecrets();
    const first = (await secrets()).fingerprintKey;
    const month = (periodId: string) =>
      somePayment(`K3${periodId}`, { periodId, payeeToken: 'payee-K3', partnerName: 'Company K3' });
    const accountNumber = accountNumberOf(month('204502'));
    const countsOf = async (period: string) => {
      await transact(...paymentChange(null, month(period)));
      return (await check(world.admin, period)).body.counts;
    };
    setClockIn('204502');
    await givenPayments([month('204502')]);
    const { text } = await sendToBank(world.admin, '204502');
    const before = await stored('payee-K3');
    await change({ fingerprintKey: `2:${newKey()} 1:${first}` });
    await giveAccount(month('204502'), accountNumber);
    const after = await stored('payee-K3');
    setClockIn('204503');
    expect(await countsOf('204503')).toMatchObject({ newAccounts: 0, changedAccounts: 0 });
    await sendToBank(world.admin, '204503');
    // the account has the second version, the earlier entry the first
    const file = await receiveAndProcess(world.admin, fileFromBank(replies(text, ['R02'])));
    expect(file).toMatchObject({ applied: 1, quarantined: 0 });
    expect((await stored('payee-K3')).held).toMatchObject({ code: 'R02' });
    expect(await comparedTo(before.fingerprint, after)).toEqual({
      ...after,
      fingerprint: before.fingerprint,
    });
    await giveAccount(month('204502'), '5556667778');
    const other = await stored('payee-K3');
    expect(await comparedTo(before.fingerprint, other)).toEqual(other);
  });
});
