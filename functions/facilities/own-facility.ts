import { forbidden, type Caller } from '../platform/caller.ts';

/** The club of a facility manager. Refuses ('forbidden') a manager of none. */
export function ownFacilityId(caller: Caller): string {
  const id = caller.user?.facilityId ?? null;
  if (id === null) throw forbidden();
  return id;
}
