import { bankFlowRow, bankFlows } from '../../../shared/bank-files/bank-flow-table.ts';
import { rateLevel, returnMeasures } from '../../../shared/bank-files/treasury/return-rates.ts';
import { addPeriods } from '../../../shared/calendar.ts';
import { effectiveDateOf } from '../../../shared/payments/payment-calendar.ts';
import { currentPeriod } from '../../../shared/periods/period.ts';
import { findMonthProof } from '../../ledger/proof-store.ts';
import { environmentBankSettings } from '../bank-settings.ts';
import { gauges } from './gauge-store.ts';

/** The months whose payments may wait, against the current one: two that are over, and the dues of the next. */
const monthsShown = [-2, -1, 0, 1];

/** What waits to be sent by month and flow, the soonest first; as the ledger's last proof of each month counted it. */
export async function waitingToBeSent(now: Date) {
  const settings = environmentBankSettings;
  if (!settings) return [];
  const proofs = await Promise.all(
    monthsShown.map((months) => findMonthProof(addPeriods(currentPeriod(now), months))),
  );
  return proofs
    .flatMap((proof) =>
      proof
        ? bankFlows.map((bankFlow) => ({
            periodId: proof.periodId,
            bankFlow,
            amount: bankFlowRow(bankFlow).paymentTypeIds.reduce(
              (sum, type) => sum + (proof.toSendByType[type] ?? 0),
              0,
            ),
            dueDate: effectiveDateOf(bankFlow, proof.periodId, settings, now),
            countedAt: proof.provedAt,
          }))
        : [],
    )
    .filter(({ amount }) => amount > 0)
    .toSorted((one, other) => (one.dueDate < other.dueDate ? -1 : 1));
}

/** Return rates over 60 days by flow, with how near each is to what Nacha allows. */
export async function flowRates(now: Date) {
  return (await gauges(now)).map(({ bankFlow, originated, returned }) => ({
    bankFlow,
    originated,
    returned,
    levels: returnMeasures.map(({ id: measure, limit }) => ({
      measure,
      level: rateLevel(returned[measure], originated, limit),
    })),
  }));
}
