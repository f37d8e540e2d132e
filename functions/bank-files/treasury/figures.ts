import { bankFlowRow, bankFlows } from '../../../shared/bank-files/bank-flow-table.ts';
import { rateLevel, returnMeasures } from '../../../shared/bank-files/return-rates.ts';
import { addPeriods } from '../../../shared/calendar.ts';
import { effectiveDateOf } from '../../../shared/payments/payment-calendar.ts';
import { currentPeriod } from '../../../shared/periods/period.ts';
import { loadStatusAmounts } from '../../payments/lists/status-amount-store.ts';
import { environmentBankSettings } from '../../table/bank-settings.ts';
import { gauges } from './gauge-store.ts';
import { log } from '../../platform/log.ts';

const monthOffsets = [-2, -1, 0, 1];

export async function waitingToBeSent(now: Date) {
  const settings = environmentBankSettings;
  if (!settings) return [];
  const periodIds = monthOffsets.map((months) => addPeriods(currentPeriod(now), months));
  const types = bankFlows.flatMap((bankFlow) => bankFlowRow(bankFlow).paymentTypeIds);
  const amountsOf = await loadStatusAmounts(types, periodIds);
  return periodIds
    .flatMap((periodId) =>
      bankFlows.map((bankFlow) => ({
        periodId,
        bankFlow,
        amount: bankFlowRow(bankFlow).paymentTypeIds.reduce(
          (sum, paymentTypeId) => sum + amountsOf({ paymentTypeId, periodId }).pending,
          0,
        ),
        dueDate: effectiveDateOf(bankFlow, periodId, settings, now),
      })),
    )
    .filter(({ amount }) => amount > 0)
    .toSorted((left, other) => (left.dueDate < other.dueDate ? -1 : 1));
}

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

export async function warnOfReturnRates(now: Date): Promise<void> {
  for (const { bankFlow, originated, returned, levels } of await flowRates(now))
    for (const { measure, level } of levels)
      if (level !== 'ok')
        log('error', 'return rate is above half of its limit', {
          bankFlow,
          measure,
          isOver: level === 'over',
          originated,
          returned: returned[measure],
        });
}
