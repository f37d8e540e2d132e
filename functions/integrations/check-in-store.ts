import * as z from 'zod';
import { checkInResults } from '../../shared/integrations/client-contract.ts';
import { Refusal } from '../../shared/refusal.ts';
import { digestOf } from '../platform/digest.ts';
import { putOnce } from '../table/change.ts';
import { getItem } from '../table/get-item.ts';
import { keys } from '../table/keys.ts';
import type { Write } from '../table/write.ts';

const stored = z.object({
  result: z.enum(checkInResults),
  reason: z.string().nullable(),
  memberId: z.string().nullable(),
});
export type StoredResult = z.output<typeof stored>;

const keyOf = (facilityId: string, checkInId: string) =>
  keys.clubCheckIn(facilityId, digestOf(checkInId).slice(0, 32));

/** Days for which a club's ID of a check-in is known. */
const checkInTtlDays = 400;

export async function findResult(facilityId: string, checkInId: string): Promise<StoredResult | undefined> {
  const item = await getItem(keyOf(facilityId, checkInId));
  return item && stored.parse(item);
}

/** The refusal of a check-in that another request stored at the same time. */
const concurrentCheckIn = new Refusal('conflict', 'Another request sent this check-in at the same time.');

export const resultWrite = (facilityId: string, checkInId: string, result: StoredResult, now: Date): Write =>
  putOnce(
    {
      ...keyOf(facilityId, checkInId),
      entity: 'club check-in',
      ...result,
      expiresAt: Math.floor(now.getTime() / 1000) + checkInTtlDays * 86_400,
    },
    concurrentCheckIn,
  );
