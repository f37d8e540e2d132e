import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { demoPlans } from '../../infra/local/demo/bulk.ts';
import {
  chipsOf,
  choiceOf,
  filterOf,
  nothingChosen,
  type PlanChoice,
  togglePlan,
  toggleProgram,
  planNamesOf,
  plansFor,
} from '../../shared/facilities/plans.ts';
import { defined } from '../support/defined.ts';

const plans = plansFor(demoPlans, ['2']);
const planOf = (id: number) => defined(plans.find((plan) => plan.id === id));
const rewards = planOf(2);

it('collapses fully selected programs to their plan, and keeps the others when one is cleared', () => {
  let choice = [21, 22].reduce((before, id) => toggleProgram(before, rewards, id), nothingChosen);
  expect(choice).toEqual({ plans: [], programs: [21, 22] });
  choice = toggleProgram(choice, rewards, 23);
  expect(choice).toEqual({ plans: [2], programs: [] });
  expect(toggleProgram(choice, rewards, 22)).toEqual({ plans: [], programs: [21, 23] });
  expect(togglePlan({ plans: [], programs: [21, 11] }, rewards)).toEqual({ plans: [2], programs: [11] });
  expect(togglePlan(choice, rewards)).toEqual(nothingChosen);
});

it('never contains a plan and its programs together, nor all programs without their plan, after random clicks', () => {
  const moves = plans.flatMap((plan) => [
    (choice: PlanChoice) => togglePlan(choice, plan),
    ...plan.programNames.map(
      ({ id }) =>
        (choice: PlanChoice) =>
          toggleProgram(choice, plan, id),
    ),
  ]);
  fc.assert(
    fc.property(fc.array(fc.nat(moves.length - 1), { maxLength: 30 }), (steps) => {
      const choice = steps.reduce((before, step) => defined(moves[step])(before), nothingChosen);
      for (const { id, programNames } of plans) {
        const ticked = programNames.filter((program) => choice.programs.includes(program.id)).length;
        expect(choice.plans.includes(id) && ticked > 0).toBe(false);
        expect(programNames.length > 0 && ticked === programNames.length).toBe(false);
      }
      expect(choiceOf(choice.plans.join(), choice.programs.join())).toEqual(choice);
    }),
  );
});

it('ignores invalid IDs of the URL and returns the three query parameters', () => {
  expect(choiceOf('0,2,x,2,-1', "21,,<b>,'")).toEqual({ plans: [0, 2], programs: [21] });
  expect(choiceOf(undefined, undefined)).toEqual(nothingChosen);
  expect(filterOf({ plans: [0, 2], programs: [11] })).toEqual({
    hasGroupMemberships: true,
    planIds: [2],
    programIds: [11],
  });
  const chips = chipsOf({ plans: [0, 99], programs: [21] }, plans).map(({ name }) => name);
  expect(chips).toEqual(['Group Memberships', 'Wellness Rewards: Gym visits']);
});

it("names a facility's plans with its programs", () => {
  const facility = { enrollmentStatus: 1 as const, planIds: [1, 2, 4], programIds: [11, 12, 21, 41] };
  expect(planNamesOf(facility, plansFor(demoPlans, []))).toEqual([
    'Group Memberships',
    'Active Aging',
    'Wellness Rewards: Gym visits',
  ]);
});
