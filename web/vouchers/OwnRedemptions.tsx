import { periodName } from '../../shared/calendar.ts';
import { showMoney } from '../../shared/money.ts';
import { vouchers } from '../../shared/contracts/vouchers.ts';
import { usePeriods } from '../periods/periods.ts';
import { useAddress } from '../app/address.ts';
import { boundRequest } from '../app/bound-request.ts';
import { ListPage } from '../app/ListPage.tsx';
import type { ListColumn } from '../app/list-address.ts';
import { LabeledSelect } from '../ui/LabeledSelect.tsx';
import { FailedState, SkeletonLines } from '../ui/states.tsx';

const columns: readonly ListColumn<typeof vouchers.redemptions>[] = [
  { key: 'redeemedOn', title: 'Redeemed', kind: 'date' },
  { key: 'displayName', title: 'Program', wrap: true },
  { key: 'codeEnd', title: 'Code' },
  { key: 'redeemedBy', title: 'Redeemed By', detail: true },
  { key: 'amount', title: 'Amount', kind: 'money', pinned: 'end' },
];

export function OwnRedemptions() {
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
  periodId: string;
  months: readonly { id: string; yearMonth: string }[];
  onChoose: (periodId: string) => void;
}

const OfMonth = ({ periodId, months, onChoose }: OfMonthProps) => (
  <ListPage
    endpoint={vouchers.redemptions}
    request={{ query: { periodId } }}
    caption={`Vouchers redeemed in ${periodName(periodId)}`}
    columns={columns}
    defaultSort="redeemedOn"
    defaultOrder="desc"
    rowKey={({ voucherId }) => voucherId}
    download={boundRequest(vouchers.downloadRedemptions, { query: { periodId } })}
    filters={
      <LabeledSelect
        label="Month"
        value={periodId}
        options={months.map(({ id, yearMonth }) => ({ id, name: yearMonth }))}
        onChange={onChoose}
      />
    }
    table={(list) => ({ totals: { amount: showMoney(list.first?.totalAmount ?? 0) } })}
    empty={{ icon: 'money', text: `No vouchers were redeemed at your club in ${periodName(periodId)}.` }}
  />
);
