import { bankFlowTable } from '../../../shared/bank-files/bank-flow-table.ts';
import type { ApprovalRow } from '../../../shared/bank-files/approval.ts';
import { dateInChicago, periodName } from '../../../shared/calendar.ts';
import type { SheetSource } from '../../files/sheet-source.ts';
import { loadUserNames } from '../../users/store.ts';
import { approvalsOfDay } from './approval-store.ts';

export async function waitingApprovals(userId: string, now: Date): Promise<ApprovalRow[]> {
  const waiting = await approvalsOfDay(dateInChicago(now));
  const names = await loadUserNames(waiting.map(({ askedBy }) => askedBy));
  return waiting.map((approval) => ({
    ...approval,
    requestedByName: names.get(approval.askedBy) ?? '',
    isRequestedByCaller: approval.askedBy === userId,
  }));
}

export async function approvalsSheet(_: object, at: Date): Promise<SheetSource> {
  const waiting = await waitingApprovals('', at);
  return {
    name: 'Waiting for approval.xlsx',
    sheetName: 'Waiting for approval',
    columns: [
      { title: 'Payments', kind: 'text', width: 24 },
      { title: 'Month', kind: 'text', width: 18 },
      { title: 'Entries', kind: 'number' },
      { title: 'Total', kind: 'money' },
      { title: 'Reasons', kind: 'text', width: 60 },
      { title: 'Confirmed by', kind: 'text', width: 24 },
      { title: 'Effective', kind: 'date' },
    ],
    added: ['Entries', 'Total'],
    atMost: waiting.length,
    pages: async function* pages() {
      yield {
        cursor: null,
        rows: waiting.map(
          ({ bankFlow, filter, paymentCount, amount, reasons, requestedByName, effectiveDate }) => [
            bankFlowTable[bankFlow].label,
            periodName(filter.periodId),
            paymentCount,
            amount,
            reasons.join(' '),
            requestedByName,
            effectiveDate,
          ],
        ),
      };
    },
  };
}
