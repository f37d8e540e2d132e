import { useState } from 'react';
import * as z from 'zod';
import { reasonText } from '../../shared/fields.ts';
import { visits } from '../../shared/contracts/visits.ts';
import { reportStatuses, type VisitReportRow } from '../../shared/visits/missing-visit.ts';
import { useAction } from '../app/data.ts';
import { Form } from '../app/form.tsx';
import { useSession } from '../app/session.tsx';
import { ListPage, type ListColumn } from '../app/ListPage.tsx';
import { MemberName } from '../app/MemberName.tsx';
import { Button } from '../ui/Button.tsx';
import { useConfirm } from '../ui/ConfirmDialog.tsx';
import { showDate } from '../ui/formatted-text.tsx';
import { Field } from '../ui/Field.tsx';
import { Popup } from '../ui/Popup.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import './missing-visits.css';

export default function MissingVisitsPage() {
  const { me } = useSession();
  return (
    <ListPage
      endpoint={visits.missingReports}
      request={{}}
      title="Missing visits"
      lead="Members report days on which they came and no visit is shown. An accepted day counts by the same rules as an imported check-in."
      columns={me?.role === 'systemAdmin' ? columns : columns.filter(({ key }) => key !== 'facilityName')}
      defaultSort="status"
      rowKey={({ memberId, date }) => `${memberId} ${date}`}
      search={{ label: 'Search by name' }}
      empty={{
        icon: 'calendar',
        title: 'No missing visits',
        text: 'Reports appear here once a member sends one.',
        searched: { title: 'No matches', text: 'Reports appear here once a member sends one.' },
      }}
    />
  );
}

const columns: readonly ListColumn<typeof visits.missingReports>[] = [
  {
    key: 'memberName',
    title: 'Member',
    sortable: true,
    render: ({ memberId, memberName }) => <MemberName memberId={memberId} name={memberName} />,
  },
  { key: 'date', title: 'Visit Date', kind: 'date', sortable: true },
  { key: 'facilityName', title: 'Club', sortable: true, wrap: true },
  { key: 'note', title: 'Note', wrap: true },
  { key: 'status', title: 'Status', sortable: true, render: ({ status }) => <ReportBadge status={status} /> },
  { key: 'answer', title: 'Answer', wrap: true, detail: true },
  {
    key: 'actions',
    title: 'Actions',
    pinned: 'end',
    render: (row) => (row.status === 'open' ? <DecisionCell row={row} /> : null),
  },
];

function ReportBadge({ status }: Pick<VisitReportRow, 'status'>) {
  const option = reportStatuses.find(({ id }) => id === status);
  return option ? <StatusBadge color={option.color} label={option.name} /> : null;
}

const reasonForm = z.object({ reason: reasonText() });

function DecisionCell({ row }: { row: VisitReportRow }) {
  const { memberId, memberName, date, facilityName, version } = row;
  const decide = useAction(visits.answerReport, visits.missingReports);
  const confirm = useConfirm();
  const [refusing, setRefusing] = useState(false);
  const accept = async () => {
    const isSure = await confirm({
      title: `Accept the visit of ${memberName}?`,
      text: `The visit of ${showDate(date)} to ${facilityName} is added, and ${memberName} is notified by email.`,
      action: 'Accept visit',
    });
    if (!isSure) return;
    await decide.act({ params: { memberId, date }, body: { accepted: true, version } });
  };
  return (
    <span className="report-actions">
      <Button small busy={decide.running} busyLabel="Accepting…" onClick={() => void accept()}>
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
            await decide.run({ params: { memberId, date }, body: { accepted: false, reason, version } });
            setRefusing(false);
          }}
        >
          <Field name="reason" hint="10 to 300 characters." autoComplete="off" />
        </Form>
      </Popup>
    </span>
  );
}
