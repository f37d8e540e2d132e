import * as z from 'zod';
import { recordVersion } from '../ids.ts';
import { type Facility, isAcceptingMembers } from './facility.ts';
import type { MapFacility } from './facility-map.ts';
import { text } from '../fields.ts';
import { Refusal } from '../refusal.ts';

/** The pseudo plan of the locator's filter (spec 3 §3). */
const groupMembershipsPlan = 0;
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
interface PlanFilter {
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

/** The selection in the filter: whole plans, and single programs of other plans (spec 3 §4). */
export interface PlanChoice {
  plans: readonly number[];
  programs: readonly number[];
}

export const nothingChosen: PlanChoice = { plans: [], programs: [] };

export const isChosen = ({ plans, programs }: PlanChoice): boolean => plans.length + programs.length > 0;

const idsOf = ({ programNames }: Plan): number[] => programNames.map(({ id }) => id);
const without = (ids: readonly number[], removed: readonly number[]) =>
  ids.filter((id) => !removed.includes(id));

/** Selects a plan with all its programs, or clears it. */
export function togglePlan({ plans, programs }: PlanChoice, plan: Plan): PlanChoice {
  const others = without(programs, idsOf(plan));
  return plans.includes(plan.id)
    ? { plans: without(plans, [plan.id]), programs: others }
    : { plans: [...plans, plan.id], programs: others };
}

/** Selects or clears a program: the last one collapses to its plan, a cleared one leaves the plan's others. */
export function toggleProgram({ plans, programs }: PlanChoice, plan: Plan, programId: number): PlanChoice {
  const all = idsOf(plan);
  if (plans.includes(plan.id))
    return { plans: without(plans, [plan.id]), programs: [...programs, ...without(all, [programId])] };
  const next = programs.includes(programId) ? without(programs, [programId]) : [...programs, programId];
  return all.every((id) => next.includes(id))
    ? { plans: [...plans, plan.id], programs: without(next, all) }
    : { plans, programs: next };
}

/** Parses the selection from comma-separated IDs in the URL; invalid values are ignored. */
export const choiceOf = (plans: string | undefined, programs: string | undefined): PlanChoice => ({
  plans: idsIn(plans),
  programs: idsIn(programs),
});

const idsIn = (text = ''): number[] => [
  ...new Set(
    text
      .split(',')
      .filter((id) => /^\d{1,9}$/.test(id))
      .slice(0, 50)
      .map(Number),
  ),
];

/** Returns the three query parameters of a selection. */
export const filterOf = ({ plans, programs }: PlanChoice): PlanFilter => ({
  hasGroupMemberships: plans.includes(groupMembershipsPlan),
  planIds: without(plans, [groupMembershipsPlan]),
  programIds: programs,
});

/** A chip of the selection: a plan, or one program of a plan. */
export interface ChosenChip {
  name: string;
  plan: Plan;
  programId?: number;
}

/** Returns the chips of the selection in the order of the plans; unknown IDs have none. */
export const chipsOf = (choice: PlanChoice, plans: readonly Plan[]): ChosenChip[] =>
  plans.flatMap((plan): ChosenChip[] =>
    choice.plans.includes(plan.id)
      ? [{ name: plan.name, plan }]
      : plan.programNames
          .filter(({ id }) => choice.programs.includes(id))
          .map(({ id, name }) => ({ name: `${plan.name}: ${name}`, plan, programId: id })),
  );

const mostOfName = 60;

/** The plan form: its programs and the partners to which it is restricted, one per line. */
export const planForm = z.object({
  name: text('Name', { max: mostOfName }),
  programs: text('Programs', { max: 2000, lines: true }),
  partnerNumbers: text('Only for partners', { max: 1000, required: false, lines: true }),
});
export type PlanForm = z.output<typeof planForm>;

/** Returns the lines that are not blank. */
export const linesOf = (input: string): string[] =>
  input
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

const plain = (name: string): string => name.toLowerCase().replaceAll(/\s+/g, ' ');

function mustBeDifferent(names: readonly string[], field: string, what: string): void {
  if (new Set(names.map(plain)).size < names.length)
    throw new Refusal('invalid', `${what} must be different from each other.`, field);
}

/**
 * Returns the plan after a save. Facilities store the IDs of plans and programs, so a program keeps its line: a changed
 * line renames it, lines after the last one are new. Throws 'invalid' for a removed or moved program, a name that another
 * plan has, and names that a facilities file cannot contain.
 *
 * @param all every plan
 */
export function planAfter(
  before: PlanRecord | null,
  form: PlanForm,
  partnerIds: readonly string[],
  all: readonly PlanRecord[],
): PlanRecord {
  const names = linesOf(form.programs);
  const programs = before?.programs ?? [];
  const others = all.filter(({ id }) => id !== before?.id);
  if (
    [groupMembershipsPlanName, ...others.map(({ name }) => name)].some(
      (name) => plain(name) === plain(form.name),
    )
  )
    throw new Refusal('invalid', 'Another plan has this name.', 'name');
  if (/[;:,]/.test(form.name) || names.some((name) => /[;:,]/.test(name)))
    throw new Refusal(
      'invalid',
      'Names cannot contain commas, colons, or semicolons: facilities files use them as separators.',
      /[;:,]/.test(form.name) ? 'name' : 'programs',
    );
  if (names.some((name) => name.length > mostOfName))
    throw new Refusal('invalid', `A program can have at most ${mostOfName} characters.`, 'programs');
  mustBeDifferent(names, 'programs', 'Programs');
  if (
    names.length < programs.length ||
    programs.some(({ name }, index) => names.indexOf(name) > -1 && names.indexOf(name) !== index)
  )
    throw new Refusal(
      'invalid',
      `Keep the ${programs.length} programs in their lines: facilities use them. Rename them in place, and add new ones below.`,
      'programs',
    );
  const newest = Math.max(0, ...all.flatMap(({ programs }) => programs.map(({ id }) => id)));
  return {
    id: before?.id ?? Math.max(0, ...all.map(({ id }) => id)) + 1,
    name: form.name,
    partnerIds: partnerIds.length === 0 ? null : [...partnerIds],
    programs: names.map((name, index) => ({
      id: programs[index]?.id ?? newest + 1 + index - programs.length,
      name,
    })),
    version: before?.version ?? 0,
  };
}
