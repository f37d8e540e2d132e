import { groupMembershipsPlan, type Plan, type PlanFilter } from './plans.ts';

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
