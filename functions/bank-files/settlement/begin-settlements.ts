import { isReturnWindowOver } from '../../../shared/bank-files/effective-date.ts';
import { dateInChicago } from '../../../shared/calendar.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { beginJob } from '../../jobs/begin.ts';
import { bankFilesIn } from '../store.ts';

const who = { userId: 'bank file settlement' };

export async function beginSettlements(now: Date): Promise<string[]> {
  const begun: string[] = [];
  const today = dateInChicago(now);
  for (const { id: bankFileId, lineCount, effectiveDate } of await bankFilesIn(['acknowledged'])) {
    if (!isReturnWindowOver(effectiveDate, today)) continue;
    const id = `settle-${bankFileId}-${today}`;
    const job = { id, kind: 'bank settlement', input: { bankFileId }, total: lineCount } as const;
    try {
      await beginJob({ ...job, message: 'Completing payments.' }, who, now);
      begun.push(id);
    } catch (error) {
      // The schedule ran twice.
      if (!(error instanceof Refusal)) throw error;
    }
  }
  return begun;
}
