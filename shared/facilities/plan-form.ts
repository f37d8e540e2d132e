import * as z from 'zod';
import { text } from '../fields.ts';
import { Refusal } from '../refusal.ts';
import { groupMembershipsPlanName, type PlanRecord } from './plans.ts';

const mostOfName = 60;

/** A plan as administrators type it: its programs and the partners that it is kept to, one a line. */
export const planForm = z.object({
  name: text('Name', { max: mostOfName }),
  programs: text('Programs', { max: 2000, lines: true }),
  partnerNumbers: text('Only for partners', { max: 1000, required: false, lines: true }),
});
export type PlanForm = z.output<typeof planForm>;

/** The lines of a text that say something. */
export const linesOf = (typed: string): string[] =>
  typed
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

const plain = (name: string): string => name.toLowerCase().replaceAll(/\s+/g, ' ');

function mustBeDifferent(names: readonly string[], field: string, what: string): void {
  if (new Set(names.map(plain)).size < names.length)
    throw new Refusal('invalid', `${what} must be different from each other.`, field);
}

/**
 * The plan after a save. Clubs carry the ids of plans and programs, so a program keeps its line: a changed line renames
 * it, lines below the last one are new. Refuses ('invalid') a removed or moved program, a name that another plan has,
 * and what a file of clubs could not say.
 *
 * @param all every plan that there is
 */
export function planAfter(
  before: PlanRecord | null,
  form: PlanForm,
  partnerIds: readonly string[],
  all: readonly PlanRecord[],
): PlanRecord {
  const names = linesOf(form.programs);
  const known = before?.programs ?? [];
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
      'Names have no commas, colons or semicolons: files of clubs put them between names.',
      /[;:,]/.test(form.name) ? 'name' : 'programs',
    );
  if (names.some((name) => name.length > mostOfName))
    throw new Refusal('invalid', `A program has at most ${mostOfName} characters.`, 'programs');
  mustBeDifferent(names, 'programs', 'Programs');
  if (
    names.length < known.length ||
    known.some(({ name }, place) => names.indexOf(name) > -1 && names.indexOf(name) !== place)
  )
    throw new Refusal(
      'invalid',
      `Keep the ${known.length} programs in their lines: clubs take part in them. Rename them in place, and add new ones below.`,
      'programs',
    );
  const newest = Math.max(0, ...all.flatMap(({ programs }) => programs.map(({ id }) => id)));
  return {
    id: before?.id ?? Math.max(0, ...all.map(({ id }) => id)) + 1,
    name: form.name,
    partnerIds: partnerIds.length === 0 ? null : [...partnerIds],
    programs: names.map((name, place) => ({
      id: known[place]?.id ?? newest + 1 + place - known.length,
      name,
    })),
    version: before?.version ?? 0,
  };
}
