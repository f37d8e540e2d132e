import { useState } from 'react';
import { visits } from '../../shared/contracts/visits.ts';
import {
  type VisitRow,
  withdrawalReason,
  notCountedNames,
  showVisitTime,
} from '../../shared/visits/visit.ts';
import { useAction } from '../app/data.ts';
import { boundRequest } from '../app/bound-request.ts';
import { Form } from '../app/form.tsx';
import { Button } from '../ui/Button.tsx';
import { showDate } from '../ui/formatted-text.tsx';
import { Field } from '../ui/Field.tsx';
import { Popup } from '../ui/Popup.tsx';
import { periodName } from '../../shared/calendar.ts';
import { useAddress } from '../app/address.ts';
import { MemberName } from '../app/MemberName.tsx';
import { usePeriods } from '../periods/periods.ts';
import { ChartsPlaceholder, VisitCharts } from './VisitCharts.tsx';
import { ListPage, type ListColumn, useSearch } from '../app/ListPage.tsx';
import { useSession } from '../app/session.tsx';
import { partnerPage } from '../app/PartnerFrame.tsx';
import { LabeledSelect } from '../ui/LabeledSelect.tsx';
import { Filters } from '../ui/Filters.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';

/** The action of a check-in in the administrator's log. */
function WithdrawVisit({ row }: { row: VisitRow }) {
  const { memberId, memberName, date, facilityNumber, facilityName } = row;
  const withdrawal = useAction(visits.withdraw, visits.list);
  const [open, setOpen] = useState(false);
  if (date === null || facilityNumber === null) return null;
  return (
    <>
      <Button small onClick={() => setOpen(true)}>
        Withdraw<span className="hidden-text"> the check-in of {memberName}</span>
      </Button>
      <Popup open={open} title={`Withdraw the check-in of ${memberName}`} onClose={() => setOpen(false)}>
        <p>
          The check-in of {showDate(date)} at {facilityName} no longer counts. If its month was paid, the next
          reimbursement is reduced, at most to $0.00. Payments that were sent do not change.
        </p>
        <Form
          schema={withdrawalReason}
          initial={{ reason: '' }}
          submitLabel="Withdraw check-in"
          busyLabel="Withdrawing…"
          guard={false}
          onSubmit={async ({ reason }) => {
            await withdrawal.run({ body: { memberId, facilityNumber, date, reason } });
            setOpen(false);
          }}
        >
          <Field name="reason" hint="10 to 300 characters." autoComplete="off" />
        </Form>
      </Popup>
    </>
  );
}

type LogColumn = ListColumn<typeof visits.list>;

const columnsFor = (isForEmployer: boolean): readonly LogColumn[] => [
  {
    key: 'memberName',
    title: 'Member',
    sortable: true,
    render: ({ memberId, memberName }) => <MemberName memberId={memberId} name={memberName} />,
  },
  { key: 'memberEmail', title: 'Email', detail: true },
  { key: 'keyFobNumber', title: 'Key Fob', detail: true },
  ...(isForEmployer
    ? ([
        { key: 'date', title: 'Visit Date', kind: 'date' },
        { key: 'facilityNumber', title: 'Facility ID', detail: true },
        { key: 'facilityName', title: 'Facility' },
      ] satisfies LogColumn[])
    : ([
        { key: 'date', title: 'Visit Date', kind: 'date', sortable: true },
        { key: 'time', title: 'Time', render: ({ time = '' }) => showVisitTime(time) },
        { key: 'facilityNumber', title: 'Facility ID', sortable: true, detail: true },
        { key: 'facilityName', title: 'Facility', sortable: true },
      ] satisfies LogColumn[])),
  { key: 'visitsInMonth', title: 'Visits In Month', kind: 'number' },
  {
    key: 'explanation',
    title: 'Counted',
    render: ({ counted, explanation }) => (
      <StatusBadge color={counted ? 'green' : 'yellow'} label={explanation} />
    ),
  },
  ...(isForEmployer
    ? []
    : ([
        {
          key: 'actions',
          title: 'Actions',
          pinned: 'end',
          render: (row) =>
            row.explanation === notCountedNames.withdrawn ? null : <WithdrawVisit row={row} />,
        },
      ] satisfies LogColumn[])),
];
const columnsOf = { employer: columnsFor(true), administrator: columnsFor(false) };

function VisitLog({ partnerId }: { partnerId: string }) {
  const reader = useSession().role === 'systemAdmin' ? 'administrator' : 'employer';
  const [{ period }, change] = useAddress('period');
  const { filter } = useSearch();
  const periods = usePeriods('until current');
  const closed = usePeriods('closed');
  // the newest closed month first: its visits are complete
  const periodId = period ?? (closed.loading ? undefined : (closed.data?.[0]?.id ?? periods.data?.[0]?.id));
  const month = periodId ? periodName(periodId) : '';
  return (
    <ListPage
      endpoint={visits.list}
      request={periodId ? { query: { partnerId, periodId } } : null}
      title="Visit log"
      lead={({ totalCount }) => (reader === 'employer' ? employerLead : leadOf(totalCount ?? 0, month))}
      download={periodId ? boundRequest(visits.download, { query: { partnerId, periodId, filter } }) : null}
      caption={`Visits in ${month}`}
      columns={columnsOf[reader]}
      defaultSort="memberName"
      rowKey={({ memberId, date, facilityNumber }) => `${memberId} ${date} ${facilityNumber}`}
      search={{ label: 'Search by first or last name', order: 'disabled' }}
      failed={periods.error ? { error: periods.error, onRetry: periods.reload } : undefined}
      above={
        <>
          <Filters label="Month">
            <LabeledSelect
              label="Visit Month"
              value={periodId ?? ''}
              options={(periods.data ?? []).map(({ id, yearMonth }) => ({ id, name: yearMonth }))}
              onChange={(value) => change({ period: value })}
            />
          </Filters>
          {periodId ? (
            <VisitCharts key={periodId} partnerId={partnerId} periodId={periodId} />
          ) : (
            closed.loading && <ChartsPlaceholder />
          )}
        </>
      }
      empty={{
        icon: 'calendar',
        title: `No visits in ${month}`,
        text: reporting,
        searched: { title: `No visits of this name in ${month}`, text: reporting },
      }}
    />
  );
}

const reporting = 'Clubs report their check-ins until the 8th of the next month.';

const employerLead =
  'One visit a day counts for each member. A member with one row is shown with the number of visits only: your program or the member’s agreement covers no dates. Such numbers appear when the month is closed, and visits with dates on the day after.';

const leadOf = (total: number, month: string): string =>
  total > 0
    ? `${total.toLocaleString('en-US')} ${total === 1 ? 'check-in' : 'check-ins'} in ${month}. One visit a day counts for each member.`
    : 'One visit a day counts for each member.';

export default partnerPage(VisitLog);
