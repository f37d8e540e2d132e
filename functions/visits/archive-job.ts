import * as z from 'zod';
import { archiveFolder } from '../../shared/visits/visit.ts';
import { defineJob } from '../jobs/job-kind.ts';
import { putFile } from '../platform/files.ts';
import { digestOf } from '../platform/digest.ts';
import { pageOfMonth, visitRemoved } from './store.ts';

/** A transaction holds 100 items, including the list's counter and the job's progress. */
const visitsPerStep = 80;

const input = z.object({ partnerId: z.string(), periodId: z.string() });

/**
 * Archives a partner's month of visits to the bucket, one page per step: the file first, under a name that a repeated
 * step produces again. Lines contain the member ID only. Totals of members and months remain.
 */
export const archiveVisits = defineJob({
  input,
  cursor: z.string().nullable().default(null),
  step: async ({ input: { partnerId, periodId }, cursor }) => {
    const { rows, cursor: next } = await pageOfMonth(partnerId, periodId, {
      pageSize: visitsPerStep,
      after: cursor,
    });
    if (rows.length > 0) {
      const lines = rows.map(({ memberId, facilityId, date, time, notCounted }) =>
        JSON.stringify({ memberId, partnerId, facilityId, date, time, notCounted: notCounted ?? null }),
      );
      const name = `${archiveFolder(partnerId, periodId)}${digestOf(cursor ?? '').slice(0, 20)}.jsonl`;
      await putFile('files', name, `${lines.join('\n')}\n`, 'application/x-ndjson');
    }
    return {
      changes: rows.flatMap(visitRemoved),
      done: rows.length,
      next,
      message: next === null ? 'The visits are archived.' : 'Archiving visits.',
    };
  },
});
