import { addPeriods, dateInChicago, type PeriodId } from '../../../shared/calendar.ts';
import { monthsToSeal } from '../../../shared/ledger/seal.ts';
import { currentPeriod, duesPeriods } from '../../../shared/periods/period.ts';
import { beginOnce } from '../../jobs/begin.ts';
import { scheduledTime, type ScheduleEvent } from '../../platform/clock.ts';
import { transact } from '../../table/transact.ts';
import {
  findLedgerStart,
  findMonthProof,
  ledgerStartChange,
  sealedMonths,
  type LedgerStart,
} from '../proof-store.ts';
import { withSettings } from '../../table/deployed-settings.ts';

const who = { userId: 'ledger' };

/** Seals closed months and proves recent months. */
export const handler = withSettings(async (event: ScheduleEvent = {}): Promise<void> => {
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
