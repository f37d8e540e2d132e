import { planChange } from '../../../functions/facilities/plan-store.ts';
import type { Change } from '../../../functions/table/change.ts';
import type { PlanIds, PlanRecord } from '../../../shared/facilities/plans.ts';

/** Demo plans: two with several programs, and one that is visible only to members of the second partner. */
export const demoPlans: readonly PlanRecord[] = [
  {
    id: 1,
    name: 'Active Aging',
    partnerIds: null,
    programs: [
      { id: 11, name: 'Strength and balance' },
      { id: 12, name: 'Gentle movement' },
    ],
    version: 0,
  },
  {
    id: 2,
    name: 'Wellness Rewards',
    partnerIds: null,
    programs: [
      { id: 21, name: 'Gym visits' },
      { id: 22, name: 'Group classes' },
      { id: 23, name: 'Live instructors' },
    ],
    version: 0,
  },
  { id: 3, name: 'Student Fitness', partnerIds: null, programs: [{ id: 31, name: 'Campus' }], version: 0 },
  {
    id: 4,
    name: 'Cardinal Team Health',
    partnerIds: ['2'],
    programs: [{ id: 41, name: 'Team challenge' }],
    version: 0,
  },
];

export const planChanges = (): Change[] => demoPlans.flatMap((plan) => planChange(null, plan));

/** Returns the plans and programs of a demo club by its index: every program has some clubs, no club has all. */
export function plansOfClub(index: number): Required<PlanIds> {
  const programs = demoPlans.flatMap((plan) => plan.programs.map(({ id }) => ({ id, planId: plan.id })));
  const own = programs.filter((_, place) => (index + place * 3) % 5 === 0);
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
