import type { Page } from '../../shared/page.ts';
import { Refusal } from '../../shared/refusal.ts';
import {
  checkInDelivery,
  type CheckInDelivery,
  type CheckInDeliveryRow,
} from '../../shared/visits/check-in.ts';
import { loadJobs } from '../jobs/store.ts';
import { change } from '../table/change.ts';
import { entity, sortsBy } from '../table/entity.ts';
import { keys, lists } from '../table/keys.ts';
import { listOf, pageOfList, pagesOfList } from '../table/list.ts';
import type { Change } from '../table/write.ts';

export const deliveryColumns = ['receivedAt'] as const;

const sortsOf = ({ receivedAt }: CheckInDelivery) => sortsBy(deliveryColumns, { receivedAt });

const deliveryEntity = entity({
  name: 'check-in delivery',
  schema: checkInDelivery,
  key: ({ id }) => keys.checkInDelivery(id),
  inList: (record) => ({ list: lists.checkInDeliveries(), sorts: sortsOf(record) }),
  alsoInLists: (record) => [
    {
      key: keys.checkInDeliveryOfFacility(record.id),
      list: lists.checkInDeliveriesOf(record.facilityId),
      sorts: sortsOf(record),
      row: { ...record, version: record.version + 1 },
    },
  ],
});

/** Returns the writes that add a delivered file (`before` null) or change its record. */
export const deliveryChange = (before: CheckInDelivery | null, after: CheckInDelivery): Change[] =>
  change(deliveryEntity, before, after, {
    lost: new Refusal('conflict', 'This file was already processed.'),
  });

/** Yields all delivered files of a facility. */
export async function* deliveriesOfFacility(facilityId: string): AsyncGenerator<CheckInDelivery> {
  const list = listOf(lists.checkInDeliveriesOf(facilityId), deliveryColumns, deliveryEntity);
  for await (const { rows } of pagesOfList(list, 'receivedAt')) yield* rows;
}

/** Returns a page of delivered files with their results, newest first: of a facility, or of all (`null`). */
export async function pageOfDeliveries(
  facilityId: string | null,
  cursor: string | undefined,
): Promise<Page<CheckInDeliveryRow>> {
  const list = facilityId === null ? lists.checkInDeliveries() : lists.checkInDeliveriesOf(facilityId);
  const page = await pageOfList(listOf(list, deliveryColumns, deliveryEntity), {
    sortOrder: 'desc',
    ...(cursor !== undefined && { cursor }),
  });
  const jobs = new Map(
    (await loadJobs(page.items.flatMap(({ jobId }) => jobId ?? []))).map((job) => [job.id, job]),
  );
  return {
    ...page,
    items: page.items.map(({ facilityId: facilityNumber, ...delivery }) => {
      const job = jobs.get(delivery.jobId ?? '');
      const { uploaded = 0, notCounted = 0, kept = 0, removed = 0, failed = 0 } = job?.tally ?? {};
      const counts = { uploaded, notCounted, kept, removed, failed };
      return { ...delivery, facilityNumber, status: job?.status ?? null, ...counts };
    }),
  };
}
