import { dateInChicago } from '../../../shared/calendar.ts';
import { facilities } from '../../../shared/contracts/facilities.ts';
import { importedFacility } from '../../../shared/facilities/facility-import.ts';
import { locateFacility } from '../../../shared/facilities/facility-location.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { handle } from '../../handle.ts';
import { transact } from '../../table/transact.ts';
import { facilityWrites } from '../facility-writes.ts';
import { gazetteer } from '../gazetteer.ts';
import { findFacility } from '../store.ts';

export const handler = handle(facilities.add, async ({ body, caller, now }) => {
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
