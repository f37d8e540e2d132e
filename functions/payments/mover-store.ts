import type { Enrollment } from '../../shared/enrollment/enrollment.ts';
import { hasDayIn } from '../../shared/payments/dues.ts';
import { clubOfMovers, type CountedClub } from '../../shared/payments/facility-payment.ts';
import { enrollmentsOf } from '../enrollment/enrollments-store.ts';
import { partExpiry } from './generation/generation-store.ts';
import { tableName } from '../table/client.ts';
import { keys, moversPart } from '../table/keys.ts';
import { queryItems } from '../table/table.ts';
import { writeAlone } from '../table/transact.ts';

/**
 * The members who were at several clubs in the month, with the club where they count: those who were at one of the
 * clubs from the first named to the last, in the order of the clubs.
 */
export type Movers = (firstClub: string, lastClub: string) => Promise<ReadonlyMap<string, CountedClub>>;

/** Nobody moved. */
export const noMovers: Movers = async () => new Map();

interface FoundMovers {
  /** The partner's enrollments. */
  enrollments: Enrollment[];
  moved: Map<string, CountedClub>;
  /** By club, the movers who were there on a day of the month. */
  byClub: Map<string, [memberId: string, counted: CountedClub][]>;
}

/** Goes through a partner's enrollments once. */
export async function moversOf(partnerId: string, periodId: string): Promise<FoundMovers> {
  const enrollments: Enrollment[] = [];
  for await (const one of enrollmentsOf(partnerId)) enrollments.push(one);
  const moved = clubOfMovers(enrollments, periodId);
  const byClub: FoundMovers['byClub'] = new Map();
  for (const one of enrollments) {
    const counted = moved.get(one.memberId);
    if (!counted || !hasDayIn(one, periodId)) continue;
    const ofClub = byClub.get(one.facilityId) ?? [];
    ofClub.push([one.memberId, counted]);
    byClub.set(one.facilityId, ofClub);
  }
  return { enrollments, moved, byClub };
}

/** An item holds this many movers, about 60 KB. */
const moversInPart = 500;

/** Keeps the movers of a partner for the steps to come, in parts by club. Done again it begins a pass of its own. */
export async function keepMovers(
  jobId: string,
  partnerId: string,
  pass: string,
  { byClub }: Pick<FoundMovers, 'byClub'>,
): Promise<void> {
  for (const [facilityId, ofClub] of byClub)
    for (let part = 0; part * moversInPart < ofClub.length; part++)
      await writeAlone({
        item: {
          Put: {
            TableName: tableName(),
            Item: {
              ...keys.generationPart(jobId, partnerId, moversPart(pass, facilityId, part)),
              entity: 'generation part',
              expiresAt: partExpiry(),
              movers: ofClub.slice(part * moversInPart, (part + 1) * moversInPart),
            },
          },
        },
      });
}

/** The movers that were kept: a step reads those of its own clubs. */
export const keptMovers =
  (jobId: string, partnerId: string, pass: string): Movers =>
  async (firstClub, lastClub) => {
    const moved = new Map<string, CountedClub>();
    const { pk, sk: first } = keys.generationPart(jobId, partnerId, moversPart(pass, firstClub, ''));
    const { sk: last } = keys.generationPart(jobId, partnerId, moversPart(pass, lastClub, '\u{10FFFF}'));
    let after: string | null = first;
    do {
      const page: Awaited<ReturnType<typeof queryItems>> = await queryItems(pk, { after, limit: 20 });
      for (const { sk, movers } of page.items) {
        if (String(sk) > last) return moved;
        for (const [id, counted] of movers as [string, CountedClub][]) moved.set(id, counted);
      }
      after = page.last;
    } while (after !== null);
    return moved;
  };
