import type { Enrollment } from '../../../shared/enrollment/enrollment.ts';
import { rangeLimits, rangesOf } from '../../../shared/payments/range-limits.ts';
import type { NewRange } from '../../jobs/job-kind.ts';
import { partnersFrom, type GenerationInput } from './generation.ts';
import { membersOf } from './range-store.ts';
import {
  type CursorOf,
  type FacilityRange,
  type GenerationCursor,
  type PartnerProgress,
  continueAt,
  type GenerationContext,
  type GenerationStep,
} from './generation-cursor.ts';

/** A range job takes two items of the transaction that begins it. */
const rangesOfStep = 40;

/** Returns true if the remaining partners of a generation are to be divided into ranges. */
export const isDivisible = (
  { partnerId, partnerIds }: GenerationInput,
  { total }: Pick<GenerationCursor, 'total'>,
): boolean => partnerId === 'all' && partnerIds === undefined && total >= rangeLimits.undivided;

/** Divides the next partners into ranges of consecutive partners, and then waits for all ranges. */
export async function dividePartners(
  context: GenerationContext,
  { open: before, planned: plannedBefore, ...cursor }: CursorOf<'plan'>,
): Promise<GenerationStep> {
  const { partners, next } = await partnersFrom(context.input, cursor.partnersAfter, rangesOfStep - 1);
  const sizes = await membersOf(partners);
  const groups: CursorOf<'plan'>['open'][] = [];
  let open = before;
  for (const [index, { partner }] of partners.entries()) {
    const members = sizes[index] ?? 0;
    const isFull = open.members + members > rangeLimits.members || open.ids.length >= rangeLimits.partners;
    if (isFull && open.ids.length > 0) groups.push(open);
    open =
      isFull || open.ids.length === 0
        ? { ids: [partner.id], members }
        : { ids: [...open.ids, partner.id], members: open.members + members };
  }
  if (next === null && open.ids.length > 0) groups.push(open);
  const planned = plannedBefore + groups.reduce((sum, { members }) => sum + members, 0);
  const ranges = groups.map(({ ids, members }): NewRange => {
    const input: GenerationInput = { ...context.input, generationId: context.jobId, partnerIds: ids };
    return { input, total: members, message: 'Waiting for a worker.' };
  });
  const step = {
    ...continueAt(
      next === null
        ? { phase: 'partner ranges', total: cursor.total }
        : { ...cursor, partnersAfter: next, open, planned },
      { message: 'Counting the members of all partners.' },
    ),
    total: cursor.total + planned,
  };
  return { ...step, ranges, awaitsRanges: next === null };
}

/** Returns the ranges of a large partner's facilities, about equal in members; undefined for other partners. */
export function facilityRanges(enrollments: readonly Enrollment[]): FacilityRange[] | undefined {
  if (enrollments.length <= rangeLimits.members) return undefined;
  const count = Math.min(rangesOfStep, rangesOf(enrollments.length));
  const size = enrollments.length / count;
  const ranges: FacilityRange[] = [];
  let members = 0;
  for (const [index, { facilityId }] of enrollments.entries()) {
    members += 1;
    const isLastOfFacility = enrollments[index + 1]?.facilityId !== facilityId;
    if (!isLastOfFacility || index + 1 < size * (ranges.length + 1) || ranges.length === count - 1) continue;
    ranges.push({ until: facilityId, members });
    members = 0;
  }
  // facilities behind the last known one belong to the last range
  const [last] = members === 0 ? ranges.splice(-1) : [{ members }];
  return ranges.length === 0 ? undefined : [...ranges, { until: null, members: last?.members ?? 0 }];
}

/** Begins to write the due payments of a partner: in ranges of facilities, or in this job. */
export function beginLines(
  context: GenerationContext,
  progress: PartnerProgress,
  message: string,
): GenerationStep {
  const lines: CursorOf<'lines'> = { ...progress, phase: 'lines', after: null, parts: 0, met: 0 };
  if (!progress.facilities) return continueAt(lines, { message });
  const ranges = progress.facilities.map(({ until, members }, index): NewRange => {
    const after = progress.facilities?.[index - 1]?.until ?? null;
    const cursor: CursorOf<'lines'> = {
      ...lines,
      facilities: undefined,
      after,
      range: { name: `R${String(index + 1).padStart(3, '0')}-`, until },
      total: progress.again ? 0 : members,
    };
    const input = { ...context.input, partnerIds: undefined, generationId: context.jobId };
    return { input, cursor, total: cursor.total, message };
  });
  return {
    ...continueAt({ ...progress, phase: 'facility ranges' }, { message }),
    ranges,
    awaitsRanges: true,
  };
}
