import { dateInChicago } from '../../../shared/calendar.ts';
import { facilities } from '../../../shared/contracts/facilities.ts';
import { withStatus } from '../../../shared/facilities/facility-status.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { handle } from '../../handle.ts';
import { transact } from '../../table/transact.ts';
import { beginCarryingFacility, needsCarrying } from '../update-member-facilities.ts';
import { facilityWrites } from '../facility-writes.ts';
import { loadFacility } from '../store.ts';

export const handler = handle(facilities.save, async ({ params, body, caller, now, newId }) => {
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
