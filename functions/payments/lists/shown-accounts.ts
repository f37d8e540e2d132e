import type { ShownAccounts } from '../../../shared/payments/payment-row.ts';
import type { Payment } from '../../../shared/payments/payment.ts';
import { loadBankAccounts } from '../../bank-accounts/account-read-store.ts';

/** Loads the accounts of payments by payee token: type and last four digits, without opening them. */
export async function shownAccounts(payments: readonly Payment[]): Promise<ShownAccounts> {
  const tokens = new Set(payments.map(({ payeeToken }) => payeeToken).filter((token) => token !== null));
  const accounts = await loadBankAccounts([...tokens]);
  return new Map(
    accounts.map(({ payeeToken, bankAccountType, lastFour }) => [payeeToken, { bankAccountType, lastFour }]),
  );
}

export async function rowsOf<One extends Payment, Row>(
  payments: readonly One[],
  rowOf: (payment: One, accounts: ShownAccounts) => Row,
): Promise<Row[]> {
  const accounts = await shownAccounts(payments);
  return payments.map((payment) => rowOf(payment, accounts));
}
