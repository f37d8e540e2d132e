import { type ReactNode, useMemo, useState } from 'react';
import { periodName } from '../../shared/calendar.ts';
import type { ClientRequest, Endpoint, ResponseOf } from '../../shared/endpoint.ts';
import type { Download } from '../app/DownloadButton.tsx';
import { type List, useList } from '../app/data.ts';
import { type ListColumn, type RowOf, type SortOf, useSort } from '../app/list-address.ts';
import type { PaymentFilterState } from './payment-filter.ts';
import type { Totals } from './PaymentTable.tsx';
import { PaymentsScreen } from './PaymentsScreen.tsx';
import type { ChosenRow } from './StatusChange.tsx';
import { WhyPopup } from './WhyPopup.tsx';
import './payments.css';

type PaymentRow = ChosenRow & { partnerId: string; usagePeriod?: string };

interface PaymentsPageProps<Row extends Endpoint> {
  title: string;
  state: PaymentFilterState;
  endpoint: Row;
  /** The list request, or null while the filter is incomplete. */
  request: ClientRequest<Row> | null;
  columnsOf: (explain: (row: RowOf<Row>) => void) => readonly ListColumn<Row>[];
  defaultSort: SortOf<Row>;
  nameOf: (row: RowOf<Row>) => string;
  totalsOf: (response: ResponseOf<Row>) => Totals | null;
  sumLabel?: string;
  instead?: ReactNode;
  download: Download | null;
  generate: ReactNode;
}

export function PaymentsPage<Row extends Endpoint>(
  props: PaymentsPageProps<Row> & (RowOf<Row> extends PaymentRow ? unknown : never),
) {
  const { endpoint, request, state, columnsOf, nameOf } = props;
  const [why, setWhy] = useState<{ payment: PaymentRow; name: string }>();
  const columns = useMemo(
    () => columnsOf((row) => setWhy({ payment: row as unknown as PaymentRow, name: nameOf(row) })),
    [columnsOf, nameOf],
  );
  const sort = useSort<Row>({ columns, defaultSort: props.defaultSort });
  const params = request && { ...request, query: { ...request.query, ...sort.query } };
  const list = useList(endpoint, params as never) as List<RowOf<Row> & PaymentRow, ResponseOf<Row>>;
  const { title, sumLabel, instead, download, generate } = props;
  return (
    <>
      <PaymentsScreen
        title={title}
        state={state}
        nameOf={nameOf}
        list={list}
        columns={columns}
        totals={list.first && props.totalsOf(list.first)}
        sumLabel={sumLabel}
        instead={instead}
        sort={sort}
        download={download}
        actions={generate}
      />
      {why && (
        <WhyPopup
          payment={why.payment}
          title={`${why.name}, ${periodName(why.payment.usagePeriod ?? state.periodId ?? '')}`}
          onClose={() => setWhy(undefined)}
        />
      )}
    </>
  );
}
