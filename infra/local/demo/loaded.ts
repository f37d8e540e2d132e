import { countOf } from '../../../functions/table/list.ts';
import { tableName } from '../../../functions/table/client.ts';
import { keys, lists } from '../../../functions/table/keys.ts';
import { getItems } from '../../../functions/table/table.ts';
import { writeAlone } from '../../../functions/table/transact.ts';

/** The note that the demo data is there, or being loaded. */
const marker = keys.unique('demo-data', 'loaded');

const note = (at: Date, done: boolean): Promise<void> =>
  writeAlone({
    item: { Put: { TableName: tableName(), Item: { ...marker, at: at.toISOString(), done } } },
  });

/** The moment the demo data is to be of; null when it is there, or when the table holds somebody's own partners. */
export async function beginLoad(now: Date): Promise<Date | null> {
  const [found] = await getItems([marker]);
  if (found) return found.done === true ? null : new Date(String(found.at));
  if ((await countOf(lists.partners())) > 0) return null;
  await note(now, false);
  return now;
}

export const endLoad = (at: Date): Promise<void> => note(at, true);

/** The note that the payments are there, so that a load that was broken off later leaves them as bank files left them. */
const paymentsMarker = keys.unique('demo-data', 'payments');

export const hasLoadedPayments = async (): Promise<boolean> => (await getItems([paymentsMarker])).length > 0;

export const notePaymentsLoaded = (): Promise<void> =>
  writeAlone({ item: { Put: { TableName: tableName(), Item: paymentsMarker } } });
