import { forbidden, type Caller } from './caller.ts';

/** Returns the facility ID of a facility manager. Throws 'forbidden' for other callers. */
export function ownFacilityId(caller: Caller): string {
  const id = caller.user?.facilityId ?? null;
  if (id === null) throw forbidden();
  return id;
}

/** Returns the facility that a facility manager's files belong to; null for an administrator's, which name their clubs. */
export const facilityOfCaller = (caller: Caller): string | null =>
  caller.role === 'systemAdmin' ? null : ownFacilityId(caller);
