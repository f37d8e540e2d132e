import * as z from 'zod';
import type { MapFacility } from './facility-map.ts';

/** The pseudo plan of the locator's filter (spec 3 §3). */
export const groupMembershipsPlan = 0;
export const groupMembershipsPlanName = 'Group Memberships';

/** A plan that clubs take part in, with its programs. Only members of its partners see one that names partners. */
export const planRecord = z.object({
  id: z.int().positive(),
  name: z.string(),
  partnerIds: z.array(z.string()).nullable(),
  programs: z.array(z.object({ id: z.int().positive(), name: z.string() })),
  version: z.int(),
});
export type PlanRecord = z.output<typeof planRecord>;

/** A plan as the filter shows it (spec 3 §3). */
export const plan = z.object({
  id: z.int(),
  name: z.string(),
  /** True where only members of some partners see it. */
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

/** The plans that a person with memberships of these partners may know of; a guest has none. */
export const plansFor = (records: readonly PlanRecord[], partnerIds: readonly string[]): Plan[] => [
  groupMemberships,
  ...records
    .filter((one) => one.partnerIds === null || one.partnerIds.some((id) => partnerIds.includes(id)))
    .map(({ id, name, partnerIds: only, programs }) => ({
      id,
      name,
      hasRestrictedOptions: only !== null,
      programNames: programs,
    })),
];

/** What a person ticked in the locator's filter: a union. */
export interface PlanFilter {
  hasGroupMemberships: boolean;
  planIds: readonly number[];
  programIds: readonly number[];
}

const isFiltered = ({ hasGroupMemberships, planIds, programIds }: PlanFilter): boolean =>
  hasGroupMemberships || planIds.length + programIds.length > 0;

/** The ids of the plans and programs that a club takes part in: a club of a program is one of its plan. */
export interface PlanIds {
  planIds?: number[] | undefined;
  programIds?: number[] | undefined;
}

/**
 * The clubs of the ticked plans and programs, which are a union; all of them when nothing is ticked. Ids that are not
 * among `known` find nothing: whoever may not know of a plan cannot learn its clubs either.
 */
export function clubsOfPlans<Club extends MapFacility & PlanIds>(
  clubs: readonly Club[],
  filter: PlanFilter,
  known: readonly Plan[] = [groupMemberships],
): Club[] {
  if (!isFiltered(filter)) return [...clubs];
  const knownPrograms = new Set(known.flatMap(({ programNames }) => programNames.map(({ id }) => id)));
  const planIds = new Set(filter.planIds.filter((id) => known.some((one) => one.id === id)));
  const programIds = new Set(filter.programIds.filter((id) => knownPrograms.has(id)));
  const wantsMemberships = filter.hasGroupMemberships || planIds.has(groupMembershipsPlan);
  return clubs.filter(
    (club) =>
      (wantsMemberships && club.takesMembers) ||
      club.planIds?.some((id) => planIds.has(id)) ||
      club.programIds?.some((id) => programIds.has(id)),
  );
}

/** The plans that a club takes part in, by name; where it has only some of a plan's programs, these too. */
export function planNamesOf(
  club: PlanIds & { enrollmentStatus: number },
  known: readonly Plan[] = [groupMemberships],
): string[] {
  return known.flatMap(({ id, name, programNames }) => {
    if (id === groupMembershipsPlan) return club.enrollmentStatus === 1 ? [name] : [];
    if (!club.planIds?.includes(id)) return [];
    const own = programNames.filter((program) => club.programIds?.includes(program.id));
    return own.length === 0 || own.length === programNames.length
      ? [name]
      : [`${name}: ${own.map((program) => program.name).join(', ')}`];
  });
}
