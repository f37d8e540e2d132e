import { rosterChangeKinds, type RosterChangeKind } from '../../shared/employees/changes/roster-change.ts';
import { Refusal } from '../../shared/refusal.ts';
import { scheduledTime, type ScheduleEvent } from '../platform/clock.ts';
import { filesOf, getFile } from '../platform/files.ts';
import { errorFacts, log } from '../platform/log.ts';
import { newOrderedId } from '../platform/time-and-chance.ts';
import { transact } from '../table/transact.ts';
import { beginChange } from './changes/begin-change.ts';
import { deliveryTaken, notTaken, type Delivery } from './changes/delivery-store.ts';
import { receiptEnding } from './changes/tell-delivery.ts';

interface RosterDelivery extends Delivery {
  partnerId: string;
  kind: RosterChangeKind;
  fileName: string;
}

const who = { userId: 'HR system' };

/** A partner's folders are `hr/<partner>/leavers/` and `hr/<partner>/roster/`; everything else is no delivery. */
function deliveryOf({ name, content }: Delivery): RosterDelivery | undefined {
  const [, partnerId = '', folder, fileName = ''] = /^hr\/(\d{1,9})\/(\w+)\/([^/]+)$/.exec(name) ?? [];
  const kind = rosterChangeKinds.find((one) => one === folder);
  if (!kind || fileName.endsWith(receiptEnding)) return undefined;
  return { name, content, partnerId, kind, fileName };
}

/** Begins to read every file that HR systems delivered since the last time. Running it again finds none. */
export async function handler(event: ScheduleEvent = {}): Promise<void> {
  const now = scheduledTime(event);
  const found: RosterDelivery[] = [];
  for await (const file of filesOf('files', 'hr/')) {
    const delivery = deliveryOf(file);
    if (delivery) found.push(delivery);
  }
  for (const one of await notTaken(found)) await take(one, now);
}

async function take(one: RosterDelivery, now: Date): Promise<void> {
  const bytes = await getFile('files', one.name);
  if (!bytes) return;
  const { partnerId, kind, fileName, name } = one;
  const further = [deliveryTaken(one, now)];
  const ids = { id: newOrderedId(), jobId: newOrderedId() };
  try {
    await beginChange({ ...ids, partnerId, kind, fileName, bytes, deliveredAs: name, further }, who, now);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    log('warn', 'delivered file not taken', errorFacts(error));
    // no partner or no program is behind the folder: it is not asked again
    if (error.code === 'not-found') await transact(...further);
  }
}
