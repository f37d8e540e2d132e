import { ledger } from '../../shared/contracts/ledger.ts';
import { sheetResponse } from '../files/sheet-source.ts';
import { handle } from '../handle.ts';
import { ledgerSheet, proofSheet } from './proof-sheet.ts';
import {
  findMonthProof,
  findSeal,
  groupProofs,
  findLedgerStart,
  ledgerStartChange,
  sealedMonths,
  type LedgerStart,
} from './proof-store.ts';
import { addPeriods, dateInChicago, type PeriodId } from '../../shared/calendar.ts';
import { monthsToSeal } from '../../shared/ledger/seal.ts';
import { currentPeriod, duesPeriods } from '../../shared/periods/period.ts';
import { beginOnce, beginJob } from '../jobs/begin.ts';
import { scheduledTime, type ScheduleEvent } from '../platform/clock.ts';
import { transact } from '../table/transact.ts';
import { withSettings } from '../table/deployed-settings.ts';
import { countPartners } from '../partners/store.ts';

export const downloadEntriesHandler = handle(
  ledger.downloadEntries,
  async ({ params: { periodId }, ...context }) => {
    const input = { periodId };
    return sheetResponse(await ledgerSheet(input), { what: 'ledger entries', input }, context);
  },
);

export const downloadProofHandler = handle(ledger.downloadProof, async ({ params, ...context }) =>
  sheetResponse(await proofSheet(params), { what: 'ledger proof', input: params }, context),
);

const rowsAtOnce = 100;

export const getProofHandler = handle(ledger.getProof, async ({ params: { periodId }, query }) => {
  const [proof, seal, { rows, last }] = await Promise.all([
    findMonthProof(periodId),
    findSeal(periodId),
    groupProofs(periodId, query.cursor, rowsAtOnce),
  ]);
  return { proof: proof ?? null, seal: seal ?? null, rows, nextCursor: last };
});

const who = { userId: 'ledger' };

/** Seals closed months and proves recent months. */
export const keepLedgerHandler = withSettings(async (event: ScheduleEvent = {}): Promise<void> => {
  const at = scheduledTime(event);
  const today = dateInChicago(at);
  const start = await started(at);
  const begin = (id: string, kind: 'ledger seal' | 'ledger proof', input: object) =>
    beginOnce(
      { id: `${id}-${today}`, kind, input: { ...input }, total: 0, message: 'The ledger is up to date.' },
      who,
      at,
    );
  const sealed = await sealedMonths();
  for (const periodId of monthsToSeal(start.since, (month) => sealed.has(month), today))
    await begin(`ledger-seal-${periodId}`, 'ledger seal', { periodId });
  for (const periodId of await monthsToProve(at))
    await begin(`ledger-proof-${periodId}`, 'ledger proof', { periodId });
});

/** Months in the past for which an incomplete month is proved again each night. */
const monthsBack = 12;

/** Returns this month, the previous one, the next one once its dues exist, and older months with open payments. */
async function monthsToProve(at: Date): Promise<PeriodId[]> {
  const month = currentPeriod(at);
  const older = Array.from({ length: monthsBack - 2 }, (_, age) => addPeriods(month, -2 - age));
  const proofs = await Promise.all(older.map(findMonthProof));
  const open = older.filter((_, index) => {
    const proof = proofs[index];
    return proof && (proof.outstanding !== 0 || proof.findingCount > 0);
  });
  const next = duesPeriods(at).filter((periodId) => periodId > month);
  return [...open, addPeriods(month, -1), month, ...next];
}

/** Sets the start of the ledger to the previous month, the first that can have entries. */
async function started(at: Date): Promise<LedgerStart> {
  const ledgerStart = await findLedgerStart();
  if (ledgerStart) return ledgerStart;
  const start = { since: addPeriods(currentPeriod(at), -1), version: 0 };
  await transact(...ledgerStartChange(null, start));
  return start;
}

export const proveHandler = handle(ledger.prove, async ({ params: { periodId }, caller, now, newId }) =>
  beginJob(
    {
      id: newId(),
      kind: 'ledger proof',
      input: { periodId },
      // One step per partner, and the seal.
      total: (await countPartners()) + 1,
      message: 'Reading payments and ledger entries.',
    },
    caller,
    now,
  ),
);
