import type { Enrollment } from '../../../shared/enrollment/enrollment.ts';
import { hasDayIn } from '../../../shared/payments/dues.ts';
import { facilityOfMovers, type CountedFacility } from '../../../shared/enrollment/facility-of-movers.ts';
import { enrollmentsOf } from '../../members/enrollments-store.ts';
import { saveStepState, stepStatesBetween } from './generation-store.ts';
import { moversPart } from '../../table/keys.ts';
import { writeAlone } from '../../table/transact.ts';

/**
 * Loads members who were at several facilities in the month, with the facility where they count: those at facilities
 * from the first to the last, in facility order.
 */
export type Movers = (
  firstFacility: string,
  lastFacility: string,
) => Promise<ReadonlyMap<string, CountedFacility>>;

export const noMovers: Movers = async () => new Map();

interface MoverPage {
  enrollments: Enrollment[];
  moved: Map<string, CountedFacility>;
  /** By facility, the members who moved and were there on a day of the month. */
  byFacility: Map<string, [memberId: string, counted: CountedFacility][]>;
}

/** Finds a partner's movers in one pass over its enrollments. */
export async function moversOf(partnerId: string, periodId: string): Promise<MoverPage> {
  const enrollments: Enrollment[] = [];
  for await (const enrollment of enrollmentsOf(partnerId)) enrollments.push(enrollment);
  const moved = facilityOfMovers(enrollments, periodId);
  const byFacility: MoverPage['byFacility'] = new Map();
  for (const enrollment of enrollments) {
    const counted = moved.get(enrollment.memberId);
    if (!counted || !hasDayIn(enrollment, periodId)) continue;
    const ofFacility = byFacility.get(enrollment.facilityId) ?? [];
    ofFacility.push([enrollment.memberId, counted]);
    byFacility.set(enrollment.facilityId, ofFacility);
  }
  return { enrollments, moved, byFacility };
}

/** 500 movers are about 60 KB per item. */
const moversInPart = 500;

/** Stores a partner's movers for later steps, in parts by facility. A repeated call starts a new pass. */
export async function storeMovers(
  jobId: string,
  partnerId: string,
  pass: string,
  { byFacility }: Pick<MoverPage, 'byFacility'>,
): Promise<void> {
  for (const [facilityId, ofFacility] of byFacility)
    for (let part = 0; part * moversInPart < ofFacility.length; part++)
      await writeAlone(
        saveStepState(jobId, partnerId, moversPart(pass, facilityId, part), {
          movers: ofFacility.slice(part * moversInPart, (part + 1) * moversInPart),
        }),
      );
}

/** Loads the stored movers of a step's facilities. */
export const loadMovers =
  (jobId: string, partnerId: string, pass: string): Movers =>
  async (firstFacility, lastFacility) => {
    const moved = new Map<string, CountedFacility>();
    const [first, last] = [moversPart(pass, firstFacility, ''), moversPart(pass, lastFacility, '\u{10FFFF}')];
    for await (const { movers } of stepStatesBetween(jobId, partnerId, first, last))
      for (const [id, counted] of movers as [string, CountedFacility][]) moved.set(id, counted);
    return moved;
  };
