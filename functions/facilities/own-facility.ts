import { forbidden, type Caller } from '../users/caller.ts';

/** Returns the facility ID of a facility manager. Throws 'forbidden' for other callers. */
export function ownFacilityId(caller: Caller): string {
  const id = caller.user?.facilityId ?? null;
  if (id === null) throw forbidden();
  return id;
}
