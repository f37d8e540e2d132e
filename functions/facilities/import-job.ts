import * as z from 'zod';
import { dateInChicago } from '../../shared/calendar.ts';
import type { FacilityEntry } from '../../shared/facilities/facility-file.ts';
import { importedFacility, isSameFacility } from '../../shared/facilities/facility-import.ts';
import type { Facility } from '../../shared/facilities/facility.ts';
import type { NewRefusedRow } from '../../shared/jobs/job.ts';
import { Refusal } from '../../shared/refusal.ts';
import { bankAccountChange, isSameAccount } from '../bank-accounts/store.ts';
import { beginOnce } from '../jobs/begin.ts';
import { takeFitting } from '../jobs/fitting.ts';
import { defineJob } from '../jobs/job-kind.ts';
import { loadPartFrom } from '../platform/stored-parts.ts';
import { openText, sealedSchema } from '../platform/vault.ts';
import type { Change } from '../table/write.ts';
import { beginCarryingFacility, needsCarrying } from './update-member-facilities.ts';
import { accountNotice, administrator, facilityWrites } from './facility-writes.ts';
import { facilityRows, type ValidatedFacility } from './facility-rows.ts';
import { loadFacilities } from './store.ts';

const facilitiesPerStep = 20;

const replacedAccount = z.object({ id: z.string(), name: z.string(), lastFour: z.string() });

interface Imported {
  outcome: 'added' | 'changed' | 'kept' | 'failed';
  changes: Change[];
  /** The facility, if the change affects data that is copied to members. */
  carries?: string | undefined;
  /** The facility with the replaced account; its managers are emailed. */
  replaced?: z.output<typeof replacedAccount> | undefined;
  refusedRow?: NewRefusedRow;
}

const refused = (refusedRow: NewRefusedRow): Imported => ({ outcome: 'failed', changes: [], refusedRow });

const rowsFrom = (jobId: string, start: number): Promise<ValidatedFacility[]> =>
  loadPartFrom(facilityRows, jobId, start, (sealed, name) => openText(sealedSchema.parse(sealed), name));

/** Adds and changes the facilities of a file; identical facilities are not written. */
export const importFacilities = defineJob({
  input: z.object({ rowCount: z.int() }),
  // number of processed rows, and the facilities with members to update and managers to email in the next step
  cursor: z
    .object({ at: z.int(), carry: z.array(z.string()), replaced: z.array(replacedAccount).default([]) })
    .default({ at: 0, carry: [], replaced: [] }),
  step: async ({ input: { rowCount }, jobId, cursor: from, startedBy, now }) => {
    for (const id of from.carry) await beginCarryingFacility(id, `${jobId}-${id}`, startedBy, now);
    for (const { lastFour, ...facility } of from.replaced)
      await beginOnce(
        accountNotice(`${jobId}-account-${facility.id}`, facility, administrator, lastFour),
        { userId: startedBy },
        now,
      );
    const rows = from.at < rowCount ? (await rowsFrom(jobId, from.at)).slice(0, facilitiesPerStep) : [];
    const facilities = await loadFacilities(rows.flatMap(({ entry }) => entry?.facilityNumber ?? []));
    const {
      results,
      changes,
      itemCount: done,
    } = await takeFitting(rows, async ({ line, cells, reason, entry }) => {
      if (!entry) return refused({ line, cells, reason, code: 'invalid' });
      const before = facilities.find(({ id }) => id === entry.facilityNumber);
      const payeeToken = before?.payeeToken ?? (entry.account ? `${jobId}-${line}` : null);
      const result = await imported(before, entry, { payeeToken, who: startedBy, now });
      return 'reason' in result ? refused({ line, cells, reason: result.reason, code: 'invalid' }) : result;
    });
    const tally = { added: 0, changed: 0, kept: 0, failed: 0 };
    for (const { outcome } of results) tally[outcome] += 1;
    const carry = results.flatMap(({ carries }) => carries ?? []);
    const refusedRows = results.flatMap(({ refusedRow }) => refusedRow ?? []);
    const at = from.at + done;
    const replaced = results.flatMap((result) => result.replaced ?? []);
    const isDone = at >= rowCount && carry.length === 0 && replaced.length === 0;
    return {
      changes,
      done,
      next: isDone ? null : { at, carry, replaced },
      refusedRows,
      tally,
      message: isDone ? 'The facilities file is processed.' : 'Importing facilities.',
    };
  },
});

interface Context {
  payeeToken: string | null;
  who: string;
  now: Date;
}

async function imported(
  before: Facility | undefined,
  entry: FacilityEntry,
  { payeeToken, who, now }: Context,
): Promise<Imported | { reason: string }> {
  let after: Facility;
  try {
    after = importedFacility(before, entry, payeeToken, dateInChicago(now));
  } catch (error) {
    if (error instanceof Refusal) return { reason: `Until: ${error.message}` };
    throw error;
  }
  const isSame = before !== undefined && isSameFacility(before, after);
  const account = entry.account;
  const hasAccount =
    account === undefined || (payeeToken !== null && (await isSameAccount(payeeToken, account, entry.name)));
  if (isSame && hasAccount) return { outcome: 'kept', changes: [] };
  try {
    const accountChanges =
      account && payeeToken !== null && !hasAccount
        ? await bankAccountChange(
            payeeToken,
            { ownerKind: 'facility', ownerId: after.id, payeeName: after.name },
            account,
            now,
          )
        : [];
    const lastFour = accountChanges.length > 0 ? account?.accountNumber.slice(-4) : undefined;
    return {
      outcome: before ? 'changed' : 'added',
      changes: [
        ...facilityWrites(isSame ? after : (before ?? null), after, {
          who,
          now,
          isSame,
          lastFour,
        }),
        ...accountChanges,
      ],
      carries: before && needsCarrying(before, after) ? before.id : undefined,
      replaced: before && lastFour !== undefined ? { id: after.id, name: after.name, lastFour } : undefined,
    };
  } catch (error) {
    if (error instanceof Refusal && error.code === 'invalid') return { reason: error.message };
    throw error;
  }
}
