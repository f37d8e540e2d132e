import { dateInChicago } from '../../../shared/calendar.ts';
import { facilities } from '../../../shared/contracts/facilities.ts';
import { importedFacility } from '../../../shared/facilities/facility-import.ts';
import { locateFacility, facilityColumns, facilityFields } from '../../../shared/facilities/facility-file.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { importIdOf } from '../../jobs/file-import.ts';
import { handle } from '../../handle.ts';
import { transact } from '../../table/transact.ts';
import { facilityWrites } from '../facility-writes.ts';
import { gazetteer } from '../gazetteer.ts';
import {
  findFacility,
  loadFacility,
  searchFacilities,
  facilitiesWhoseStatusEnds,
  pageOfFacilities,
} from '../store.ts';
import { loadBankAccount } from '../../bank-accounts/account-read-store.ts';
import { maskedAccount } from '../../bank-accounts/store.ts';
import { countOfMembers } from '../../members/member-row-store.ts';
import { afterStatusEnds, withStatus, fullAddress } from '../../../shared/facilities/facility.ts';
import { scheduledTime, type ScheduleEvent } from '../../platform/clock.ts';
import { errorFields, log } from '../../platform/log.ts';
import { withSettings } from '../../table/deployed-settings.ts';
import { refusedRowsFile } from '../../jobs/refused-rows.ts';
import { loadJobOfKind } from '../../jobs/store.ts';
import { planNamesOf } from '../../../shared/facilities/plans.ts';
import { loadPlans } from '../plan-store.ts';
import { importFacilities } from '../facility-rows.ts';
import { columnsOf } from '../../../shared/facilities/facility-map.ts';
import { facilitiesOnMap } from '../map-store.ts';
import { beginCarryingFacility, needsCarrying } from '../update-member-facilities.ts';

export const addHandler = handle(facilities.add, async ({ body, caller, now }) => {
  const { facilityNumber } = body;
  if (await findFacility(facilityNumber))
    throw new Refusal(
      'conflict',
      `Facility ID ${facilityNumber} is in use. Nothing was added.`,
      'facilityNumber',
    );
  const placed = locateFacility(body, gazetteer());
  if ('reason' in placed) throw new Refusal('invalid', placed.reason, 'zipCode');
  const facility = importedFacility(undefined, placed.entry, null, dateInChicago(now));
  await transact(...facilityWrites(null, facility, { who: caller.userId, now }));
  return { success: true, message: `${facility.name} was added.`, facilityId: facility.id };
});

export const detailsHandler = handle(facilities.details, async ({ params: { facilityId } }) => {
  const facility = await loadFacility(facilityId);
  const [account, memberCount] = await Promise.all([
    facility.payeeToken === null ? undefined : loadBankAccount(facility.payeeToken),
    countOfMembers({ facilityId }),
  ]);
  return {
    club: facility,
    memberCount,
    bankAccount: account ? maskedAccount(account) : null,
  };
});

export const dropdownHandler = handle(facilities.dropdown, async ({ query }) =>
  searchFacilities(query.searchTerm ?? '', { most: query.takeCount ?? 50, afOnly: query.afOnly ?? false }),
);

/** Ends facility statuses that are due: a hold becomes active, a closing facility is closed. Idempotent. */
export const endDueStatusesHandler = withSettings(async (event: ScheduleEvent = {}): Promise<void> => {
  const now = scheduledTime(event);
  const today = dateInChicago(now);
  for (const id of await facilitiesWhoseStatusEnds(today)) {
    const facility = await loadFacility(id);
    const after = afterStatusEnds(facility, today);
    if (!after) continue;
    try {
      await transact(...facilityWrites(facility, after, { who: 'end of club status', now }));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      // an administrator is changing this facility; tomorrow's run retries
      log('warn', 'club status not ended', errorFields(error));
    }
  }
});

const titles = facilityFields.map((field) => facilityColumns[field].title);

export const failedClubsHandler = handle(facilities.failedClubs, async ({ params }) => {
  const job = await loadJobOfKind(params.jobId, 'clubs import', 'Import');
  const name = `Facilities not imported ${job.startedAt.slice(0, 10)}.xlsx`;
  return { name, ...(await refusedRowsFile(job, 'Not imported', { titles })) };
});

export const getHandler = handle(facilities.get, async ({ query }) => {
  const [facility, plans] = await Promise.all([loadFacility(query.facilityId), loadPlans()]);
  return {
    ...facility,
    displayName: facility.name,
    fullAddress: fullAddress(facility),
    activePlanAndProgramNames: planNamesOf(facility, plans),
  };
});

export const importClubsHandler = handle(facilities.importClubs, ({ files, caller, now, ...context }) =>
  importFacilities(files.file, {
    id: importIdOf(null, files.file, { caller, ...context }),
    userId: caller.userId,
    now,
  }),
);

export const listAllHandler = handle(facilities.listAll, async ({ query }) => pageOfFacilities(query));

export const listHandler = handle(facilities.list, async () => columnsOf(await facilitiesOnMap()));

export const saveHandler = handle(facilities.save, async ({ params, body, caller, now, newId }) => {
  const before = await loadFacility(params.facilityId);
  if (body.version !== before.version)
    throw new Refusal('conflict', 'Someone else changed this facility. Reload and try again.');
  const { version, enrollmentStatus, statusUntil, latitude, longitude, afNumber = '', ...form } = body;
  const after = {
    ...withStatus(before, { enrollmentStatus, statusUntil: statusUntil ?? null }, dateInChicago(now)),
    ...form,
    description: form.description ?? '',
    rules: form.rules ?? '',
    contactNumber: form.contactNumber ?? '',
    website: form.website ?? '',
    isPpv: form.isPpv ?? false,
    latitude: Number(latitude),
    longitude: Number(longitude),
    afNumber,
    isAf: afNumber !== '',
    version,
  };
  await transact(...facilityWrites(before, after, { who: caller.userId, now }));
  if (needsCarrying(before, after)) await beginCarryingFacility(after.id, newId(), caller.userId, now);
  return { success: true, message: `${after.name} was saved.` };
});
