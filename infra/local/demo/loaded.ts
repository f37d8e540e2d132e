import { countOf } from '../../../functions/table/list.ts';
import { tableName } from '../../../functions/table/client.ts';
import { keys, lists } from '../../../functions/table/keys.ts';
import { getItems } from '../../../functions/table/batch-get-items.ts';
import { writeAlone } from '../../../functions/table/transact.ts';

/** Marks demo data that is loading or loaded. */
const marker = keys.unique('demo-data', 'loaded');

const saveMarker = (at: Date, done: boolean): Promise<void> =>
  writeAlone({
    item: { Put: { TableName: tableName(), Item: { ...marker, at: at.toISOString(), done } } },
  });

/** Returns the instant of the demo data; null if it is loaded, or if the table contains other partners. */
export async function beginLoad(now: Date): Promise<Date | null> {
  const [record] = await getItems([marker]);
  if (record) return record.done === true ? null : new Date(String(record.at));
  if ((await countOf(lists.partners())) > 0) return null;
  await saveMarker(now, false);
  return now;
}

export const endLoad = (at: Date): Promise<void> => saveMarker(at, true);

/** Marks loaded payments, so that a repeated load does not overwrite changes by bank files. */
const paymentsMarker = keys.unique('demo-data', 'payments');

export const hasLoadedPayments = async (): Promise<boolean> => (await getItems([paymentsMarker])).length > 0;

export const notePaymentsLoaded = (): Promise<void> =>
  writeAlone({ item: { Put: { TableName: tableName(), Item: paymentsMarker } } });
