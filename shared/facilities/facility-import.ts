import type { CalendarDate } from '../calendar.ts';
import type { FacilityEntry } from './facility-file.ts';
import { withStatus, type Facility } from './facility.ts';

const active = 1;

/**
 * Returns the facility after an import: a new one, or the stored one with the values of the file; blank cells change
 * nothing. A facility with an AF number belongs to the chain. A changed status begins today, with the dates of the file
 * only. Throws 'invalid' for a closing facility without a date, and for a date that is not in the future.
 */
export function importedFacility(
  before: Facility | undefined,
  entry: FacilityEntry,
  payeeToken: string | null,
  today: CalendarDate,
): Facility {
  const planIds = entry.planIds ?? before?.planIds;
  const programIds = entry.programIds ?? before?.programIds;
  const afNumber = entry.afNumber ?? before?.afNumber ?? '';
  const status = entry.enrollmentStatus ?? before?.enrollmentStatus ?? active;
  const isNewStatus = status !== (before?.enrollmentStatus ?? active);
  const facility: Facility = {
    id: before?.id ?? entry.facilityNumber,
    facilityNumber: entry.facilityNumber,
    name: entry.name,
    description: entry.description ?? before?.description ?? '',
    facilityLocationType: entry.facilityLocationType ?? before?.facilityLocationType ?? 0,
    enrollmentStatus: before?.enrollmentStatus ?? active,
    address1: entry.address1,
    city: entry.city,
    state: entry.state,
    zipCode: entry.zipCode,
    contactNumber: entry.contactNumber ?? before?.contactNumber ?? '',
    website: entry.website ?? before?.website ?? '',
    latitude: entry.latitude ?? before?.latitude ?? 0,
    longitude: entry.longitude ?? before?.longitude ?? 0,
    isAf: afNumber !== '',
    afNumber,
    isPpv: entry.isPpv ?? before?.isPpv ?? false,
    ...(planIds && { planIds }),
    ...(programIds && { programIds }),
    payeeToken,
    statusSince: before?.statusSince ?? null,
    statusUntil: before?.statusUntil ?? null,
    version: before?.version ?? 0,
  };
  const until = entry.statusUntil ?? (isNewStatus ? null : (facility.statusUntil ?? null));
  return withStatus(facility, { enrollmentStatus: status, statusUntil: until }, today);
}

/** True when the import would change nothing. */
export const isSameFacility = (before: Facility, after: Facility): boolean =>
  (Object.keys(after) as (keyof Facility)[]).every(
    (name) =>
      JSON.stringify(before[name] ?? null) === JSON.stringify(after[name] ?? null) ||
      (name === 'isPpv' && !before[name] && !after[name]),
  );
