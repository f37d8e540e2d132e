import { accountAt } from '../../shared/bank-accounts/waiting-account.ts';
import { lastSent, seriesOf, type LastSent, type SelectedPayment } from '../../shared/bank-files/bank-run.ts';
import { bankAccountEntity, type BankAccountRecord } from '../bank-accounts/account-record.ts';
import { comparedTo } from '../platform/fingerprint.ts';
import type { Change } from '../table/write.ts';
import { entity } from '../table/entity.ts';
import { keys } from '../table/keys.ts';
import { getMany } from '../table/table.ts';
import { put } from '../table/put-item.ts';

/**
 * Returns current bank accounts by payee, still encrypted; for replaced accounts, the one in use at the instant `at`.
 */
export async function accountsNow(
  payeeTokens: readonly (string | null)[],
  at: Date,
): Promise<Map<string, BankAccountRecord>> {
  const wanted = [...new Set(payeeTokens)].filter((token) => token !== null);
  const accounts = await getMany(bankAccountEntity, wanted.map(keys.bankAccount), { consistent: true });
  const stored = accounts.filter(({ expiresAt }) => !expiresAt || at.getTime() < expiresAt * 1000);
  return new Map(stored.map((account) => [account.payeeToken, accountAt(account, at)]));
}

const lastSentEntity = /* @__PURE__ */ entity({
  name: 'last payment sent',
  schema: lastSent,
  key: ({ payeeToken, series }) => keys.lastSent(payeeToken, series),
});

export async function lastSentOf(selected: readonly SelectedPayment[]): Promise<Map<string, LastSent>> {
  const keyOf = ({ payment, account }: SelectedPayment) =>
    keys.lastSent(account.payeeToken, seriesOf(payment));
  const wanted = new Map(
    selected.map((payment) => [`${keyOf(payment).pk}|${keyOf(payment).sk}`, keyOf(payment)]),
  );
  const entries = new Map(
    (await getMany(lastSentEntity, [...wanted.values()])).map((last) => [
      `${last.payeeToken}|${last.series}`,
      last,
    ]),
  );
  const byPayment = await Promise.all(
    selected.map(async ({ payment, account }): Promise<[string, LastSent][]> => {
      const last = entries.get(`${account.payeeToken}|${seriesOf(payment)}`);
      return last ? [[payment.id, await comparedTo(account.fingerprint, last)]] : [];
    }),
  );
  return new Map(byPayment.flat());
}

/** Stores the last payments; for several of one series, only the last. */
export const lastSentChanges = (sent: readonly LastSent[]): Change[] =>
  [...new Map(sent.map((last) => [`${last.payeeToken}|${last.series}`, last])).values()].map((last) => ({
    item: put({ ...keys.lastSent(last.payeeToken, last.series), entity: lastSentEntity.name, ...last }),
  }));
