import * as z from 'zod';
import { alreadyUploaded, noMembershipLeft } from '../../shared/employees/employee-rows.ts';
import type { RefusedRow } from '../../shared/jobs/job.ts';
import { newMember } from '../../shared/members/new-member.ts';
import { mustLoadGroupMembership } from '../group-memberships/store.ts';
import { defineJob } from '../jobs/job-kind.ts';
import { membershipCounts } from '../members/membership-count-store.ts';
import { memberChange, takenAddresses } from '../members/store.ts';
import { auditWrite } from '../table/audit.ts';
import type { Change } from '../table/change.ts';
import { sizeOf } from '../table/transact.ts';
import { membershipGuards } from './membership-guard-store.ts';
import { loadRowsFrom } from './uploaded-rows.ts';

// a transaction has 100 items; job progress, failed rows, and condition checks use some of them
const itemsOfOneStep = 88;

/** Adds the employees of a file; the cursor is the number of processed rows. */
export const addEmployees = defineJob({
  input: z.object({ partnerId: z.string(), rowCount: z.int(), fileHash: z.string().optional() }),
  cursor: z.int().default(0),
  step: async ({ input: { partnerId, rowCount, fileHash }, jobId, cursor: start, startedBy, now }) => {
    const chunk = await loadRowsFrom(jobId, start);
    const [{ numberOfMemberships }, { used }, taken] = await Promise.all([
      mustLoadGroupMembership(partnerId),
      membershipCounts(partnerId),
      takenAddresses(
        partnerId,
        chunk.flatMap(({ employee }) => (employee ? [employee.email] : [])),
      ),
    ]);
    const changes: Change[] = [];
    const refusedRows: RefusedRow[] = [];
    let uploaded = 0;
    for (const { line, cells, reason, employee } of chunk) {
      const refused =
        reason || (employee && taken.has(employee.email.toLowerCase()) && alreadyUploaded) || undefined;
      if (refused || !employee) refusedRows.push({ line, reason: refused ?? '', cells });
      else if (used + uploaded >= numberOfMemberships)
        refusedRows.push({ line, reason: noMembershipLeft(numberOfMemberships), cells });
      else {
        const added = memberChange(null, newMember({ id: `${jobId}-${line}`, partnerId, ...employee }));
        if (sizeOf([...changes, ...added]) > itemsOfOneStep) break;
        changes.push(...added);
        uploaded += 1;
      }
    }
    const done = uploaded + refusedRows.length;
    const finished = start + done >= rowCount;
    if (uploaded > 0) changes.push(...membershipGuards(partnerId, numberOfMemberships));
    if (uploaded > 0)
      changes.push(
        auditWrite(
          {
            name: 'employees uploaded',
            subject: `partner ${partnerId}`,
            who: startedBy,
            after: { jobId, uploaded, fromLine: chunk[0]?.line, fileHash },
          },
          now,
        ),
      );
    return {
      changes,
      done,
      next: finished ? null : start + done,
      refusedRows,
      tally: { uploaded, failed: refusedRows.length },
      message: finished ? 'The upload is finished.' : 'Uploading employees.',
    };
  },
});
