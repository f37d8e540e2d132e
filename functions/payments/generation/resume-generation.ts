import * as z from 'zod';
import { programPaymentTypeId } from '../../../shared/programs.ts';
import { Refusal } from '../../../shared/refusal.ts';
import type { JobRecord } from '../../jobs/store.ts';
import type { Change } from '../../table/write.ts';
import { generationStarted, loadLastGeneration } from './generation-store.ts';
import { listOfScheduled, type Scheduled } from './schedule-rows.ts';

const ofMonth = z.object({ programPaymentTypeId, paymentTypeId: z.int(), periodId: z.string() });

const isGeneration = (kind: string): kind is Scheduled['kind'] =>
  ['partner payments', 'facility payments', 'member payments'].includes(kind);

/**
 * Returns the writes that make a failed generation the running one of its list again; none for other jobs. Throws
 * 'conflict' if the list was generated since.
 */
export async function generationResumed({ id, kind, input }: JobRecord): Promise<Change[]> {
  if (!isGeneration(kind)) return [];
  const generation = ofMonth.parse(input);
  const list = listOfScheduled({ ...generation, kind }, generation.periodId);
  const before = await loadLastGeneration(list);
  const lost = new Refusal(
    'conflict',
    'These payments were generated again since. Nothing was changed. Reload the page.',
  );
  if (before?.jobId !== id) throw lost;
  return generationStarted(before, { list, jobId: id }, lost);
}
