import type { Enrollment } from '../../../shared/enrollment/enrollment.ts';
import { hasDayIn } from '../../../shared/payments/dues.ts';
import { clubOfMovers, type CountedClub } from '../../../shared/enrollment/club-of-movers.ts';
import { enrollmentsOf } from '../../members/enrollments-store.ts';
import { saveStepState, stepStatesBetween } from './generation-store.ts';
import { moversPart } from '../../table/keys.ts';
import { writeAlone } from '../../table/transact.ts';

/**
 * Loads members who were at several facilities in the month, with the facility where they count: those at facilities
 * from the first to the last, in facility order.
 */
export type Movers = (firstClub: string, lastClub: string) => Promise<ReadonlyMap<string, CountedClub>>;

export const noMovers: Movers = async () => new Map();

interface FoundMovers {
  enrollments: Enrollment[];
  moved: Map<string, CountedClub>;
  /** By facility, the members who moved and were there on a day of the month. */
  byClub: Map<string, [memberId: string, counted: CountedClub][]>;
}

/** Finds a partner's movers in one pass over its enrollments. */
export async function moversOf(partnerId: string, periodId: string): Promise<FoundMovers> {
  const enrollments: Enrollment[] = [];
  for await (const enrollment of enrollmentsOf(partnerId)) enrollments.push(enrollment);
  const moved = clubOfMovers(enrollments, periodId);
  const byClub: FoundMovers['byClub'] = new Map();
  for (const enrollment of enrollments) {
    const counted = moved.get(enrollment.memberId);
    if (!counted || !hasDayIn(enrollment, periodId)) continue;
    const ofClub = byClub.get(enrollment.facilityId) ?? [];
    ofClub.push([enrollment.memberId, counted]);
    byClub.set(enrollment.facilityId, ofClub);
  }
  return { enrollments, moved, byClub };
}

/** 500 movers are about 60 KB per item. */
const moversInPart = 500;

/** Stores a partner's movers for later steps, in parts by facility. A repeated call starts a new pass. */
export async function storeMovers(
  jobId: string,
  partnerId: string,
  pass: string,
  { byClub }: Pick<FoundMovers, 'byClub'>,
): Promise<void> {
  for (const [facilityId, ofClub] of byClub)
    for (let part = 0; part * moversInPart < ofClub.length; part++)
      await writeAlone(
        saveStepState(jobId, partnerId, moversPart(pass, facilityId, part), {
          movers: ofClub.slice(part * moversInPart, (part + 1) * moversInPart),
        }),
      );
}

/** Loads the stored movers of a step's facilities. */
export const loadMovers =
  (jobId: string, partnerId: string, pass: string): Movers =>
  async (firstClub, lastClub) => {
    const moved = new Map<string, CountedClub>();
    const [first, last] = [moversPart(pass, firstClub, ''), moversPart(pass, lastClub, '\u{10FFFF}')];
    for await (const { movers } of stepStatesBetween(jobId, partnerId, first, last))
      for (const [id, counted] of movers as [string, CountedClub][]) moved.set(id, counted);
    return moved;
  };
