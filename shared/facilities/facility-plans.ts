import type { PlanIds, PlanRecord } from './plans.ts';

const plain = (text: string): string => text.trim().toLowerCase().replaceAll(/\s+/g, ' ');

const listOfNames = (names: readonly string[]): string =>
  new Intl.ListFormat('en-US', { type: 'disjunction' }).format(names);

/**
 * Parses the plans of a facility from a cell: plan names separated by semicolons, each followed by a colon and the
 * facility's programs ("Active Aging: Gentle movement; Student Fitness"); without programs, all of them. "None" removes
 * every plan. Returns undefined for a blank cell, otherwise the IDs or the error with its correction.
 */
export function readPlans(
  text: string,
  plans: readonly PlanRecord[],
): { ids: Required<PlanIds> } | { error: string } | undefined {
  if (text === '') return undefined;
  if (plain(text) === 'none') return { ids: { planIds: [], programIds: [] } };
  const [planIds, programIds] = [new Set<number>(), new Set<number>()];
  for (const part of text.split(';').filter((text) => text.trim() !== '')) {
    const [name = '', programs] = part.split(':', 2);
    const plan = plans.find((candidate) => plain(candidate.name) === plain(name));
    if (!plan)
      return {
        error: `"${name.trim().slice(0, 50)}" is not a plan. Write ${listOfNames([...plans.map((item) => item.name), 'None'])}.`,
      };
    planIds.add(plan.id);
    const names = programs?.split(',').filter((text) => text.trim() !== '');
    for (const wanted of names ?? plan.programs.map((program) => program.name)) {
      const program = plan.programs.find((candidate) => plain(candidate.name) === plain(wanted));
      if (!program)
        return {
          error: `"${wanted.trim().slice(0, 50)}" is not a program of ${plan.name}. Write ${listOfNames(plan.programs.map((item) => item.name))}.`,
        };
      programIds.add(program.id);
    }
  }
  const sorted = (ids: Set<number>) => [...ids].toSorted((left, other) => left - other);
  return { ids: { planIds: sorted(planIds), programIds: sorted(programIds) } };
}
