import * as z from 'zod';
import { text } from '../fields.ts';
import { Refusal } from '../refusal.ts';
import { groupMembershipsPlanName, type PlanRecord } from './plans.ts';

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
