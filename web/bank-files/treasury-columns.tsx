import { Link } from 'react-router-dom';
import { addressOfPayments } from '../../shared/bank-files/approval.ts';
import { bankFlowRow, bankFlowTable } from '../../shared/bank-files/bank-flow-table.ts';
import type { bankFiles } from '../../shared/contracts/bank-files.ts';
import { returnMeasures, type ReturnMeasure } from '../../shared/bank-files/treasury/return-rates.ts';
import { periodName } from '../../shared/calendar.ts';
import type { ResponseOf } from '../../shared/endpoint.ts';
import { pathTo } from '../app/addresses.ts';
import { pageOfPayments } from '../app/payment-pages.ts';
import { Money } from '../ui/Money.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import type { Column } from '../ui/table-column.tsx';

export type Treasury = ResponseOf<typeof bankFiles.getTreasury>;

export const approvalColumns: readonly Column<Treasury['approvals'][number]>[] = [
  {
    key: 'bankFlow',
    title: 'Payments',
    render: ({ bankFlow, filter }) => (
      <Link className="bank-link" to={addressOfPayments(filter, { review: true })}>
        {bankFlowTable[bankFlow].label}, {periodName(filter.periodId)}
      </Link>
    ),
  },
  { key: 'amount', title: 'Total', kind: 'money' },
  { key: 'reasons', title: 'Reasons', wrap: true, render: ({ reasons }) => reasons.join(' ') },
  {
    key: 'askedByName',
    title: 'Confirmed by',
    render: ({ requestedByName: askedByName, isRequestedByCaller: isAskedByCaller }) =>
      isAskedByCaller ? 'You' : askedByName,
  },
  { key: 'effectiveDate', title: 'Effective', kind: 'date' },
];

export const unknownColumns: readonly Column<Treasury['unknownFiles'][number]>[] = [
  {
    key: 'name',
    title: 'File',
    render: ({ id, name }) => (
      <Link className="bank-link" to={pathTo('bankFile', { bankFileId: id })}>
        {name}
      </Link>
    ),
  },
  {
    key: 'total',
    title: 'Total',
    kind: 'money',
    render: ({ debit, credit }) => <Money cents={debit + credit} />,
  },
  { key: 'reason', title: 'Reason', wrap: true },
  { key: 'statusAt', title: 'Since', kind: 'date' },
];

export const pendingColumns: readonly Column<Treasury['pending'][number]>[] = [
  {
    key: 'bankFlow',
    title: 'Payments',
    render: ({ bankFlow, periodId: period }) => {
      const { kind, label, paymentTypeIds } = bankFlowRow(bankFlow);
      return (
        <Link
          className="bank-link"
          to={pathTo(pageOfPayments[kind], {}, { period, type: paymentTypeIds[0] })}
        >
          {label}
        </Link>
      );
    },
  },
  { key: 'dueDate', title: 'Effective', kind: 'date' },
  { key: 'periodId', title: 'Month', render: ({ periodId }) => periodName(periodId) },
  { key: 'amount', title: 'To be sent', kind: 'money' },
];

type Rate = Treasury['rates'][number];
const colors = { ok: 'green', watch: 'orange', over: 'beet' } as const;
const words = { ok: 'below half', watch: 'above half', over: 'over the limit' } as const;
const percent = (part: number, whole: number) =>
  whole === 0 ? '0%' : `${((100 * part) / whole).toLocaleString('en-US', { maximumFractionDigits: 2 })}%`;

const rateColumn = (measure: ReturnMeasure, title: string, limit: number): Column<Rate> => ({
  key: measure,
  title: `${title} (limit ${percent(limit, 1)})`,
  render: ({ bankFlow, originated, returned, levels }) => {
    const level = levels.find((candidate) => candidate.measure === measure)?.level ?? 'ok';
    const rateText = `${returned[measure].toLocaleString('en-US')} (${percent(returned[measure], originated)})`;
    return (
      <span className="bank-notes">
        {returned[measure] === 0 ? (
          rateText
        ) : (
          <Link className="bank-link" to={pathTo('returnedEntries', {}, { flow: bankFlow, measure })}>
            {rateText}
          </Link>
        )}
        {level !== 'ok' && <StatusBadge color={colors[level]} label={words[level]} />}
      </span>
    );
  },
});

export const rateColumns: readonly Column<Rate>[] = [
  { key: 'bankFlow', title: 'Payments', render: ({ bankFlow }) => bankFlowTable[bankFlow].label },
  { key: 'originated', title: 'Entries sent', kind: 'number' },
  ...returnMeasures.map(({ id, name, limit }) => rateColumn(id, name, limit)),
];
