import { useEffect, useRef } from 'react';
import { periodName } from '../../shared/calendar.ts';
import { showMoney } from '../../shared/money.ts';
import { vouchers } from '../../shared/vouchers/contract.ts';
import { usePeriods } from '../periods/periods.ts';
import { useAddress } from '../app/address.ts';
import { download } from '../app/api.ts';
import { showFailure, useList } from '../app/data.ts';
import { Button } from '../ui/Button.tsx';
import { Filters } from '../ui/Filters.tsx';
import { LabeledSelect } from '../ui/LabeledSelect.tsx';
import { EmptyState, FailedState, SkeletonLines } from '../ui/states.tsx';
import { Table } from '../ui/Table.tsx';
import type { Column } from '../ui/table-column.tsx';
import type { ResponseOf } from '../../shared/endpoint.ts';

type Row = ResponseOf<typeof vouchers.redemptions>['items'][number];

const columns: readonly Column<Row>[] = [
  { key: 'redeemedOn', title: 'Redeemed', kind: 'date' },
  { key: 'displayName', title: 'Program', wrap: true },
  { key: 'codeEnd', title: 'Code' },
  { key: 'redeemedBy', title: 'Redeemed By', detail: true },
  { key: 'amount', title: 'Amount', kind: 'money', stay: 'end' },
];

/** What the club redeemed in a month, with its total; `round` counts the redemptions of this visit. */
export function OwnRedemptions({ round }: { round: number }) {
  const [{ month }, change] = useAddress('month');
  const { data: months, error, reload, retrying } = usePeriods('until current');
  const [current] = months ?? [];
  const periodId = months?.find(({ id }) => id === month)?.id ?? current?.id;
  return (
    <section className="own-redemptions" aria-labelledby="own-redemptions">
      <h2 id="own-redemptions">Redeemed at your club</h2>
      {error ? (
        <FailedState error={error} onRetry={reload} retrying={retrying} />
      ) : months && periodId !== undefined ? (
        <OfMonth
          round={round}
          periodId={periodId}
          months={months}
          onChoose={(next) => change({ month: next === current?.id ? undefined : next })}
        />
      ) : (
        <SkeletonLines lines={4} />
      )}
    </section>
  );
}

interface OfMonthProps {
  round: number;
  periodId: string;
  months: readonly { id: string; yearMonth: string }[];
  onChoose: (periodId: string) => void;
}

function OfMonth({ round, periodId, months, onChoose }: OfMonthProps) {
  const list = useList(vouchers.redemptions, {
    query: { periodId, sortBy: 'redeemedOn', sortOrder: 'desc' },
  });
  const { reload } = list;
  const read = useRef(round);
  useEffect(() => {
    if (read.current === round) return;
    read.current = round;
    reload();
  }, [round, reload]);
  const total = list.first?.totalAmount ?? 0;
  return (
    <>
      <Filters>
        <LabeledSelect
          label="Month"
          value={periodId}
          options={months.map(({ id, yearMonth }) => ({ id, name: yearMonth }))}
          onChange={onChoose}
        />
        {list.rows.length > 0 && (
          <Button
            icon="download"
            onClick={() =>
              void download(vouchers.downloadRedemptions, { query: { periodId } }).catch(showFailure)
            }
          >
            Download
          </Button>
        )}
      </Filters>
      <Table
        {...list}
        caption={`Vouchers redeemed in ${periodName(periodId)}`}
        captionHidden
        columns={columns}
        rowKey={({ voucherId }) => voucherId}
        totals={{ amount: showMoney(total) }}
        empty={
          <EmptyState
            icon="money"
            title="No data found"
            text={`No voucher was redeemed at your club in ${periodName(periodId)}.`}
          />
        }
      />
    </>
  );
}
