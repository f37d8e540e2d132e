import { useState } from 'react';
import * as z from 'zod';
import { reasonText } from '../../shared/reason.ts';
import { visits } from '../../shared/visits/contract.ts';
import { reportColumns, reportStatuses, type VisitReportRow } from '../../shared/visits/missing-visit.ts';
import { useAddress } from '../app/address.ts';
import { useAction, useList } from '../app/data.ts';
import { Form } from '../app/form.tsx';
import { useSession } from '../app/session.tsx';
import { Button } from '../ui/Button.tsx';
import { useConfirm } from '../ui/confirm.tsx';
import { showDate } from '../ui/DateText.tsx';
import { Field } from '../ui/Field.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import { Popup } from '../ui/Popup.tsx';
import { SearchBox } from '../ui/SearchBox.tsx';
import { EmptyState } from '../ui/states.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { Table } from '../ui/Table.tsx';
import type { Column, SortOrder } from '../ui/table-column.tsx';
import './missing-visits.css';

/** The visits that members miss: those without an answer first, each accepted or refused with a reason. */
export default function MissingVisitsPage() {
  const [{ filter, sortBy = 'status', sortOrder = 'asc' }, change] = useAddress(
    'filter',
    'sortBy',
    'sortOrder',
  );
  const { me } = useSession();
  const list = useList(visits.missingReports, {
    query: {
      filter,
      sortBy: reportColumns.find((column) => column === sortBy),
      sortOrder: sortOrder === 'desc' ? 'desc' : 'asc',
    },
  });
  const columns: readonly Column<VisitReportRow>[] = [
    { key: 'memberName', title: 'Member', sortable: true },
    { key: 'date', title: 'Visit Date', kind: 'date', sortable: true },
    ...(me?.role === 'systemAdmin'
      ? [{ key: 'facilityName', title: 'Club', sortable: true } satisfies Column<VisitReportRow>]
      : []),
    { key: 'note', title: 'Note', wrap: true },
    {
      key: 'status',
      title: 'Status',
      sortable: true,
      render: ({ status }) => <ReportBadge status={status} />,
    },
    { key: 'answer', title: 'Answer', wrap: true, detail: true },
    {
      key: 'actions',
      title: 'Actions',
      stay: 'end',
      render: (row) => (row.status === 'open' ? <Answer row={row} onDone={list.reload} /> : null),
    },
  ];
  return (
    <>
      <PageHeading
        title="Missing visits"
        lead="Members report days on which they came and no visit is shown. An accepted day counts by the same rules as an imported check-in."
      />
      <SearchBox label="Search by name" value={filter ?? ''} onChange={(text) => change({ filter: text })} />
      <Table
        {...list}
        caption="Missing visits"
        captionHidden
        columns={columns}
        rowKey={({ memberId, date }) => `${memberId} ${date}`}
        sortBy={sortBy}
        sortOrder={sortOrder as SortOrder}
        onSort={(by, order) => change({ sortBy: by, sortOrder: order })}
        empty={
          <EmptyState
            icon="calendar"
            title={filter ? 'No matches' : 'No missing visits'}
            text="Reports appear here once a member sends one."
          />
        }
      />
    </>
  );
}

function ReportBadge({ status }: Pick<VisitReportRow, 'status'>) {
  const shown = reportStatuses.find(({ id }) => id === status);
  return shown ? <StatusBadge color={shown.color} label={shown.name} /> : null;
}

const reasonForm = z.object({ reason: reasonText() });

function Answer({ row, onDone }: { row: VisitReportRow; onDone: () => void }) {
  const { memberId, memberName, date, facilityName, version } = row;
  const answer = useAction(visits.answerReport);
  const confirm = useConfirm();
  const [refusing, setRefusing] = useState(false);
  const accept = async () => {
    const isSure = await confirm({
      title: `Accept the visit of ${memberName}?`,
      text: `The visit of ${showDate(date)} to ${facilityName} is added, and ${memberName} is told by email.`,
      action: 'Accept visit',
    });
    if (!isSure) return;
    await answer.act({ params: { memberId, date }, body: { accepted: true, version } });
    // also after a failure: somebody else may have answered
    onDone();
  };
  return (
    <span className="report-actions">
      <Button small busy={answer.running} busyLabel="Accepting…" onClick={() => void accept()}>
        Accept<span className="hidden-text"> the visit of {memberName}</span>
      </Button>
      <Button small onClick={() => setRefusing(true)}>
        Refuse<span className="hidden-text"> the visit of {memberName}</span>
      </Button>
      <Popup open={refusing} title={`Refuse the visit of ${memberName}`} onClose={() => setRefusing(false)}>
        <p>{memberName} gets an email with your reason. No visit is added.</p>
        <Form
          schema={reasonForm}
          initial={{ reason: '' }}
          submitLabel="Refuse visit"
          busyLabel="Refusing…"
          guard={false}
          onSubmit={async ({ reason }) => {
            await answer.run({ params: { memberId, date }, body: { accepted: false, reason, version } });
            setRefusing(false);
            onDone();
          }}
        >
          <Field name="reason" hint="10 to 300 characters." autoComplete="off" />
        </Form>
      </Popup>
    </span>
  );
}
