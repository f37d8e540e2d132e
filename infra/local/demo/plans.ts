import { planChange } from '../../../functions/facilities/plan-store.ts';
import type { Change } from '../../../functions/table/write.ts';
import type { PlanIds, PlanRecord } from '../../../shared/facilities/plans.ts';

const plan = (id: number, name: string, programs: readonly string[], partnerIds: string[] | null = null) => ({
  id,
  name,
  partnerIds,
  programs: programs.map((program, index) => ({ id: id * 10 + index + 1, name: program })),
  version: 0,
});

/** Demo plans: two with several programs, and one that is visible only to members of the second partner. */
export const demoPlans: readonly PlanRecord[] = [
  plan(1, 'Active Aging', ['Strength and balance', 'Gentle movement']),
  plan(2, 'Wellness Rewards', ['Gym visits', 'Group classes', 'Live instructors']),
  plan(3, 'Student Fitness', ['Campus']),
  plan(4, 'Cardinal Team Health', ['Team challenge'], ['2']),
];

export const planChanges = (): Change[] => demoPlans.flatMap((plan) => planChange(null, plan));

/** Returns the plans and programs of a demo club by its index: every program has some clubs, no club has all. */
export function plansOfFacility(index: number): Required<PlanIds> {
  const programs = demoPlans.flatMap((plan) => plan.programs.map(({ id }) => ({ id, planId: plan.id })));
  const own = programs.filter((_, programIndex) => (index + programIndex * 3) % 5 === 0);
  return { planIds: [...new Set(own.map(({ planId }) => planId))], programIds: own.map(({ id }) => id) };
}

/** Returns a club's plans and programs as a cell of the import file. */
export const planCell = ({ planIds = [], programIds = [] }: PlanIds): string =>
  demoPlans
    .filter(({ id }) => planIds.includes(id))
    .map(({ name, programs }) => {
      const own = programs.filter(({ id }) => programIds.includes(id));
      return `${name}: ${own.map((program) => program.name).join(', ')}`;
    })
    .join('; ');
