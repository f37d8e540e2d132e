import { expect, it } from 'vitest';
import { savePayeeAccount } from '../../functions/bank-accounts/replace-account.ts';
import { listedAccounts } from '../../functions/payments/lists/payment-list-store.ts';
import { now } from '../../functions/platform/clock.ts';
import { transact } from '../../functions/table/transact.ts';
import { giveAccount, somePayment } from '../bank-files/runs.ts';
import { resetClockAfterEach, setClock } from '../support/clock.ts';
import { useWorld } from '../support/world.ts';

useWorld();
resetClockAfterEach();

it('shows the replaced account in payment lists until the wait of the new one is over', async () => {
  setClock('2026-11-20T16:00:00Z');
  const payment = somePayment('LA1', { payeeToken: 'payee-LA1' });
  await giveAccount(payment, '4455667788');
  const { changes, usableFrom } = await savePayeeAccount(
    {
      payeeToken: 'payee-LA1',
      owner: { ownerKind: 'partner', ownerId: '1', payeeName: 'Partner 1' },
      typed: { routingNumber: '091000019', accountNumber: '5566778899', bankAccountType: 0 },
      seenVersion: undefined,
      who: 'admin',
    },
    now(),
  );
  await transact(...changes);
  const lastFour = async () => (await listedAccounts([payment])).get('payee-LA1')?.lastFour;
  expect(await lastFour()).toBe('7788');
  setClock(new Date(Date.parse(usableFrom ?? '') + 1000).toISOString());
  expect(await lastFour()).toBe('8899');
});
