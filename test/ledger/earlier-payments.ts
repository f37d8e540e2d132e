import { paymentChange } from '../../functions/payments/store.ts';
import { tableName } from '../../functions/table/client.ts';
import { transact } from '../../functions/table/transact.ts';
import type { Payment } from '../../shared/payments/payment.ts';

/** Stores payments as they were before the ledger existed. */
export async function writtenBefore(payments: readonly Payment[]): Promise<void> {
  for (const payment of payments) {
    const [first] = paymentChange(null, payment) as unknown as [
      { item: { Put: { Item: Record<string, unknown> } } },
    ];
    const { ledger: _, ...item } = first.item.Put.Item;
    await transact({ item: { Put: { TableName: tableName(), Item: item } } });
  }
}
