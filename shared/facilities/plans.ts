import type { MapFacility } from './facility-map.ts';

/** The pseudo plan of the locator's filter (spec 3 §3). */
export const groupMembershipsPlan = 0;
export const groupMembershipsPlanName = 'Group Memberships';

/** The plans that clubs take part in. Group memberships are the one program type so far (shared/programs.ts). */
export const plans: readonly Plan[] = [
  { id: groupMembershipsPlan, name: groupMembershipsPlanName, hasRestrictedOptions: false, programNames: [] },
];

export interface Plan {
  id: number;
  name: string;
  hasRestrictedOptions: boolean;
  programNames: { id: number; name: string }[];
}

/** What a person ticked in the locator's filter. */
export interface PlanFilter {
  hasGroupMemberships: boolean;
  planIds: readonly number[];
  programIds: readonly number[];
}

/** The clubs of the ticked plans and programs; all of them when nothing is ticked. */
export function clubsOfPlans(clubs: readonly MapFacility[], filter: PlanFilter): MapFacility[] {
  const nothing = !filter.hasGroupMemberships && filter.planIds.length + filter.programIds.length === 0;
  if (nothing) return [...clubs];
  const wanted = filter.hasGroupMemberships || filter.planIds.includes(groupMembershipsPlan);
  return clubs.filter(({ takesMembers }) => wanted && takesMembers);
}

/** The plans that a club takes part in, by name. */
export const planNamesOf = ({ enrollmentStatus }: { enrollmentStatus: number }): string[] =>
  enrollmentStatus === 1 ? plans.map(({ name }) => name) : [];
