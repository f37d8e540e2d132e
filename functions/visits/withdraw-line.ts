import { Refusal } from '../../shared/refusal.ts';
import type { RefusedRow } from '../../shared/jobs/job.ts';
import type { CheckInLine } from '../../shared/visits/check-in.ts';
import { auditWrite } from '../table/audit.ts';
import type { Change } from '../table/write.ts';
import { readLines } from './resolve-check-ins.ts';
import { withdrawalChanges } from './withdrawal-store.ts';

interface WithdrawnLine {
  changes: Change[];
  /** Result: withdrawn now (`removed`), withdrawn before (`kept`), or without a stored check-in (`notCounted`). */
  tally: { removed?: number; kept?: number; notCounted?: number };
  refusedRows: RefusedRow[];
}

/** Returns the writes of a line of a club's file that withdraws a check-in. */
export async function withdrawLine(
  line: CheckInLine,
  { ownFacility, who, now }: { ownFacility: string | null; who: string; now: Date },
): Promise<WithdrawnLine> {
  const [checkIn] = await readLines([line], now, ownFacility);
  if (!checkIn || 'isStored' in checkIn) return { changes: [], tally: { notCounted: 1 }, refusedRows: [] };
  if ('refused' in checkIn) return { changes: [], tally: {}, refusedRows: [checkIn.refused] };
  const { memberId, facilityId, date, time, partnerId } = checkIn.visit;
  try {
    const { changes } = await withdrawalChanges({ memberId, facilityId, date, time }, now);
    const event = {
      name: 'visit withdrawn',
      subject: `member ${memberId}`,
      partnerId,
      who,
      after: { date, facilityId, reason: `${line.status} in the club’s file` },
    } as const;
    return { changes: [...changes, auditWrite(event, now)], tally: { removed: 1 }, refusedRows: [] };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const isRetryable = error.code === 'conflict';
    return { changes: [], tally: isRetryable ? { kept: 1 } : { notCounted: 1 }, refusedRows: [] };
  }
}
