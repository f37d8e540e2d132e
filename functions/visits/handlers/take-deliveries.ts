import type { Facility } from '../../../shared/facilities/facility.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { findFacility } from '../../facilities/store.ts';
import { markProcessed, newDeliveries, type Delivery } from '../../files/delivery-store.ts';
import { scheduledTime, type ScheduleEvent } from '../../platform/clock.ts';
import { filesOf, getFile } from '../../platform/files.ts';
import { newOrderedId } from '../../platform/time-and-chance.ts';
import { transact } from '../../table/transact.ts';
import { beginCheckInImport } from '../begin-import.ts';
import { deliveryAdded } from '../delivery-store.ts';
import { reportRefusedDelivery } from '../delivery-receipt.ts';
import { withSettings } from '../../table/deployed-settings.ts';

interface CheckInDelivery extends Delivery {
  facilityId: string;
  fileName: string;
}

const who = { userId: 'Club system' };

/** Parses the key of a delivery, `check-ins/<facility ID>/<file>`; undefined for other keys. */
function deliveryOf({ name, content }: Delivery): CheckInDelivery | undefined {
  const [, facilityId = '', fileName = ''] =
    /^check-ins\/([\w-]{1,64})\/([^/]+\.(?:csv|xlsx))$/i.exec(name) ?? [];
  return fileName === '' ? undefined : { name, content, facilityId, fileName };
}

/** Starts the imports of newly delivered check-in files. Repeated runs have no effect. */
export const handler = withSettings(async (event: ScheduleEvent = {}): Promise<void> => {
  const now = scheduledTime(event);
  const deliveries: CheckInDelivery[] = [];
  for await (const file of filesOf('files', 'check-ins/')) {
    const delivery = deliveryOf(file);
    if (delivery) deliveries.push(delivery);
  }
  for (const delivery of await newDeliveries(deliveries)) {
    const facility = await findFacility(delivery.facilityId);
    // no facility can have this folder later: facility IDs are not reused
    if (facility) await startImport(delivery, facility, now);
    else await transact(markProcessed(delivery, now));
  }
});

async function startImport(delivery: CheckInDelivery, facility: Facility, now: Date): Promise<void> {
  const bytes = await getFile('files', delivery.name);
  if (!bytes) return;
  const id = newOrderedId();
  const { facilityId, fileName } = delivery;
  const added = (jobId: string | null, error: string) => [
    markProcessed(delivery, now),
    ...deliveryAdded({
      id,
      facilityId,
      facilityName: facility.name,
      fileName: fileName.slice(0, 200),
      receivedAt: now.toISOString(),
      jobId,
      problem: error,
      version: 0,
    }),
  ];
  const file = { name: fileName, type: '', bytes };
  try {
    await beginCheckInImport(
      { id, file, ownFacility: facilityId, deliveredAs: delivery.name },
      who,
      now,
      added(id, ''),
    );
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'invalid') throw error;
    await transact(...added(null, error.message));
    await reportRefusedDelivery(delivery, error.message, now);
  }
}
