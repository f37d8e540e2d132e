import { rosterChangeKinds, type RosterChangeKind } from '../../../shared/employees/changes/roster-change.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { scheduledTime, type ScheduleEvent } from '../../platform/clock.ts';
import { filesOf, getFile } from '../../platform/files.ts';
import { errorFields, log } from '../../platform/log.ts';
import { newOrderedId } from '../../platform/time-and-chance.ts';
import { transact } from '../../table/transact.ts';
import { beginChange } from '../changes/begin-change.ts';
import { markProcessed, newDeliveries, type Delivery } from '../../files/delivery-store.ts';
import { receiptSuffix } from '../changes/notify-delivery.ts';
import { withSettings } from '../../table/deployed-settings.ts';

interface RosterDelivery extends Delivery {
  partnerId: string;
  kind: RosterChangeKind;
  fileName: string;
}

const who = { userId: 'HR system' };

/** Parses the key of a delivery: `hr/<partner>/leavers/` or `hr/<partner>/roster/`; undefined for other keys. */
function deliveryOf({ name, content }: Delivery): RosterDelivery | undefined {
  const [, partnerId = '', folder, fileName = ''] = /^hr\/(\d{1,9})\/(\w+)\/([^/]+)$/.exec(name) ?? [];
  const kind = rosterChangeKinds.find((value) => value === folder);
  if (!kind || fileName.endsWith(receiptSuffix)) return undefined;
  return { name, content, partnerId, kind, fileName };
}

/** Starts the jobs that read newly delivered files of HR systems. Repeated runs have no effect. */
export const handler = withSettings(async (event: ScheduleEvent = {}): Promise<void> => {
  const now = scheduledTime(event);
  const deliveries: RosterDelivery[] = [];
  for await (const file of filesOf('files', 'hr/')) {
    const delivery = deliveryOf(file);
    if (delivery) deliveries.push(delivery);
  }
  for (const delivery of await newDeliveries(deliveries)) await startChange(delivery, now);
});

async function startChange(delivery: RosterDelivery, now: Date): Promise<void> {
  const bytes = await getFile('files', delivery.name);
  if (!bytes) return;
  const { partnerId, kind, fileName, name } = delivery;
  const additionalWrites = [markProcessed(delivery, now)];
  const ids = { id: newOrderedId(), jobId: newOrderedId() };
  try {
    await beginChange(
      { ...ids, partnerId, kind, fileName, bytes, deliveredAs: name, additionalWrites },
      who,
      now,
    );
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    log('warn', 'delivered file not taken', errorFields(error));
    // the partner or program does not exist, so do not retry
    if (error.code === 'not-found') await transact(...additionalWrites);
  }
}
