import { accountAt } from '../../../shared/bank-accounts/waiting-account.ts';
import type { ListedAccounts } from '../../../shared/payments/payment-row.ts';
import type { Payment } from '../../../shared/payments/payment.ts';
import { loadBankAccounts } from '../../bank-accounts/account-read-store.ts';
import { now } from '../../platform/clock.ts';

/** Loads the accounts of payments by payee token: type and last four digits, without opening them. */
export async function listedAccounts(payments: readonly Payment[]): Promise<ListedAccounts> {
  const tokens = new Set(payments.map(({ payeeToken }) => payeeToken).filter((token) => token !== null));
  const accounts = (await loadBankAccounts([...tokens])).map((stored) => accountAt(stored, now()));
  return new Map(
    accounts.map(({ payeeToken, bankAccountType, lastFour }) => [payeeToken, { bankAccountType, lastFour }]),
  );
}

export async function rowsOf<SomePayment extends Payment, Row>(
  payments: readonly SomePayment[],
  rowOf: (payment: SomePayment, accounts: ListedAccounts) => Row,
): Promise<Row[]> {
  const accounts = await listedAccounts(payments);
  return payments.map((payment) => rowOf(payment, accounts));
}
