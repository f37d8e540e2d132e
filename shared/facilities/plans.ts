import * as z from 'zod';
import { recordVersion } from '../ids.ts';
import type { Facility } from './facility.ts';
import type { MapFacility } from './facility-map.ts';
import { isAcceptingMembers } from './facility-status.ts';

/** The pseudo plan of the locator's filter (spec 3 §3). */
export const groupMembershipsPlan = 0;
export const groupMembershipsPlanName = 'Group Memberships';

/** A plan with its programs. A plan with partners is visible only to their members. */
export const planRecord = z.object({
  id: z.int().positive(),
  name: z.string(),
  partnerIds: z.array(z.string()).nullable(),
  programs: z.array(z.object({ id: z.int().positive(), name: z.string() })),
  version: recordVersion,
});
export type PlanRecord = z.output<typeof planRecord>;

/** A plan in the filter (spec 3 §3). */
export const plan = z.object({
  id: z.int(),
  name: z.string(),
  /** True when the plan is visible only to members of some partners. */
  hasRestrictedOptions: z.boolean(),
  programNames: z.array(z.object({ id: z.int(), name: z.string() })),
});
export type Plan = z.output<typeof plan>;

const groupMemberships: Plan = {
  id: groupMembershipsPlan,
  name: groupMembershipsPlanName,
  hasRestrictedOptions: false,
  programNames: [],
};

/** Returns the plans visible to a user with memberships of these partners; guests have none. */
export const plansFor = (records: readonly PlanRecord[], partnerIds: readonly string[]): Plan[] => [
  groupMemberships,
  ...records
    .filter(
      (candidate) =>
        candidate.partnerIds === null || candidate.partnerIds.some((id) => partnerIds.includes(id)),
    )
    .map(({ id, name, partnerIds: only, programs }) => ({
      id,
      name,
      hasRestrictedOptions: only !== null,
      programNames: programs,
    })),
];

/** The selection in the locator's filter: a union. */
export interface PlanFilter {
  hasGroupMemberships: boolean;
  planIds: readonly number[];
  programIds: readonly number[];
}

const isFiltered = ({ hasGroupMemberships, planIds, programIds }: PlanFilter): boolean =>
  hasGroupMemberships || planIds.length + programIds.length > 0;

/** The IDs of a facility's plans and programs: a facility of a program also has its plan. */
export interface PlanIds {
  planIds?: number[] | undefined;
  programIds?: number[] | undefined;
}

/**
 * Returns the facilities of the selected plans and programs, which are a union; all of them when nothing is selected.
 * IDs that are not in `known` match nothing, so that the facilities of a restricted plan are not disclosed.
 */
export function facilitiesOfPlans<Facility extends MapFacility & PlanIds>(
  facilities: readonly Facility[],
  filter: PlanFilter,
  plans: readonly Plan[] = [groupMemberships],
): Facility[] {
  if (!isFiltered(filter)) return [...facilities];
  const planProgramIds = new Set(plans.flatMap(({ programNames }) => programNames.map(({ id }) => id)));
  const planIds = new Set(filter.planIds.filter((id) => plans.some((candidate) => candidate.id === id)));
  const programIds = new Set(filter.programIds.filter((id) => planProgramIds.has(id)));
  const wantsMemberships = filter.hasGroupMemberships || planIds.has(groupMembershipsPlan);
  return facilities.filter(
    (facility) =>
      (wantsMemberships && facility.takesMembers) ||
      facility.planIds?.some((id) => planIds.has(id)) ||
      facility.programIds?.some((id) => programIds.has(id)),
  );
}

/** Returns the names of a facility's plans, with its programs when it has only some of the plan's. */
export function planNamesOf(
  facility: PlanIds & Pick<Facility, 'enrollmentStatus'>,
  plans: readonly Plan[] = [groupMemberships],
): string[] {
  return plans.flatMap(({ id, name, programNames }) => {
    if (id === groupMembershipsPlan) return isAcceptingMembers(facility) ? [name] : [];
    if (!facility.planIds?.includes(id)) return [];
    const own = programNames.filter((program) => facility.programIds?.includes(program.id));
    return own.length === 0 || own.length === programNames.length
      ? [name]
      : [`${name}: ${own.map((program) => program.name).join(', ')}`];
  });
}
