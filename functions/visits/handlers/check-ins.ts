import { dateInChicago } from '../../../shared/calendar.ts';
import { visits } from '../../../shared/contracts/visits.ts';
import { facilityFields, facilityFieldTitles, maxSamples } from '../../../shared/visits/facility-columns.ts';
import { facilityOfCaller, forbidden } from '../../users/caller.ts';
import { importIdOf } from '../../jobs/file-import.ts';
import { handle } from '../../handle.ts';
import { openFacilityFile } from '../check-in-file.ts';
import { loadFacilityColumns } from '../facility-columns-store.ts';
import { pageOfDeliveries, deliveryChange } from '../delivery-store.ts';
import { refusedRowsFile } from '../../jobs/refused-rows.ts';
import { loadJobOfKind } from '../../jobs/store.ts';
import { beginCheckInImport } from '../begin-import.ts';
import type { Facility } from '../../../shared/facilities/facility.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { findFacility } from '../../facilities/store.ts';
import { markProcessed, newDeliveries, type Delivery } from '../../files/delivery-store.ts';
import { scheduledTime, type ScheduleEvent } from '../../platform/clock.ts';
import { filesOf, getFile } from '../../platform/files.ts';
import { newOrderedId } from '../../platform/time-and-chance.ts';
import { transact } from '../../table/transact.ts';
import { deliveredFolder, moveReadFile, receiptSuffix, reportRefusedDelivery } from '../delivery-receipt.ts';
import { safeFileName } from '../../../shared/visible-text.ts';
import { withSettings } from '../../table/deployed-settings.ts';

const short = (text: string): string => text.slice(0, 200);

export const checkImportHandler = handle(visits.checkImport, async ({ files, caller, now }) => {
  const ownFacility = facilityOfCaller(caller);
  const file = await openFacilityFile(
    files.file,
    ownFacility,
    dateInChicago(now),
    async (header) => (await loadFacilityColumns(ownFacility, header)).columns,
  );
  const { sheet, columns, dateOrder, error, notes } = file;
  const stored = await loadFacilityColumns(ownFacility, sheet.header);
  const samplesOf = (title: string) => {
    const values = sheet.rows.map(({ cells }) => (cells[title] ?? '').trim()).filter((value) => value !== '');
    return [...new Set(values)].slice(0, maxSamples).map(short);
  };
  return {
    titles: sheet.header.map((title) => ({ title: short(title), samples: samplesOf(title) })),
    columns: facilityFields.map((field) => ({
      field,
      title: facilityFieldTitles[field],
      from: columns[field] ? short(columns[field]) : null,
    })),
    asksDateOrder: dateOrder === 'either' && stored.dateOrder === null,
    error,
    rows: sheet.rows.length,
    notes,
  };
});

export const deliveriesHandler = handle(visits.deliveries, ({ query, caller }) =>
  pageOfDeliveries(facilityOfCaller(caller), query.cursor),
);

const titles = ['Key Fob', 'Member ID', 'Email', 'Club ID', 'Date', 'Time', 'Visits In Month', 'Status'];

export const failedCheckInsHandler = handle(visits.failedCheckIns, async ({ params, caller }) => {
  const job = await loadJobOfKind(params.jobId, 'visits import', 'Import');
  const facility = facilityOfCaller(caller);
  if (facility !== null && job.startedBy !== caller.userId && job.input.ownClub !== facility)
    throw forbidden();
  const name = `Check-ins not imported ${job.startedAt.slice(0, 10)}.xlsx`;
  return { name, ...(await refusedRowsFile(job, 'Not imported', { titles, hasLines: true })) };
});

export const importCheckInsHandler = handle(
  visits.importCheckIns,
  ({ body, files, caller, now, ...context }) =>
    beginCheckInImport(
      {
        id: importIdOf(body, files.file, { caller, ...context }),
        file: files.file,
        ownFacility: facilityOfCaller(caller),
        choice: body.choice,
      },
      caller,
      now,
    ),
);

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

/** Most files per run that were read earlier and are moved now, a fraction of the function's time. */
const movedPerRun = 500;

/**
 * Starts the imports of newly delivered check-in files and moves read files, so that a run lists only unread ones.
 * Repeated runs have no effect.
 */
export const takeDeliveriesHandler = withSettings(async (event: ScheduleEvent = {}): Promise<void> => {
  const now = scheduledTime(event);
  const deliveries: CheckInDelivery[] = [];
  const receipts: Delivery[] = [];
  for await (const file of filesOf('files', deliveredFolder)) {
    const delivery = deliveryOf(file);
    if (delivery) deliveries.push(delivery);
    else if (file.name.endsWith(receiptSuffix)) receipts.push(file);
  }
  const unread = new Set(await newDeliveries(deliveries));
  for (const delivery of unread) {
    const bytes = await getFile('files', delivery.name, delivery.content);
    // replaced since it was listed; the next run reads the new file
    if (!bytes) continue;
    const facility = await findFacility(delivery.facilityId);
    // no facility can have this folder later: facility IDs are not reused
    if (facility) await startImport({ ...delivery, bytes }, facility, now);
    else await transact(markProcessed(delivery, now));
    await moveReadFile(delivery, bytes);
  }
  // a worker crashed before it moved them, or they were read when files stayed in this folder
  const left = [...deliveries.filter((delivery) => !unread.has(delivery)), ...receipts];
  for (const file of left.slice(0, movedPerRun)) await moveReadFile(file);
});

async function startImport(
  { bytes, ...delivery }: CheckInDelivery & { bytes: Uint8Array },
  facility: Facility,
  now: Date,
): Promise<void> {
  const id = newOrderedId();
  const { facilityId } = delivery;
  const fileName = safeFileName(delivery.fileName);
  const added = (jobId: string | null, error: string) => [
    markProcessed(delivery, now),
    ...deliveryChange(null, {
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
    // first, because a processed file is not read again after a crash; it reports once
    await reportRefusedDelivery(delivery, error.message, now);
    await transact(...added(null, error.message));
  }
}
