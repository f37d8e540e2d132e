import { useState } from 'react';
import * as z from 'zod';
import { members } from '../../shared/contracts/members.ts';
import { reasonText, text } from '../../shared/fields.ts';
import { requestKinds, requestStatuses, type MemberRequestRow } from '../../shared/members/member-request.ts';
import { useAction } from '../app/data.ts';
import { Form } from '../app/form.tsx';
import { ListPage, type ListColumn } from '../app/ListPage.tsx';
import { MemberName } from '../app/MemberName.tsx';
import { useSession } from '../app/session.tsx';
import { Button } from '../ui/Button.tsx';
import { useConfirm } from '../ui/ConfirmDialog.tsx';
import { Field } from '../ui/Field.tsx';
import { Popup } from '../ui/Popup.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import './members.css';

/** The requests of members: all for administrators, lost key fobs for partner managers. */
export default function RequestsPage() {
  const isAdmin = useSession().me?.role === 'systemAdmin';
  const empty = 'Requests appear here once a member sends one.';
  return (
    <ListPage
      endpoint={members.requests}
      request={{}}
      title={isAdmin ? 'Member requests' : 'Lost key fobs'}
      lead={
        isAdmin
          ? 'Members request another club, report a lost key fob, or end a membership. Decisions about requests are emailed to them.'
          : 'Give the member another key fob and enter its number. Check-ins with the lost key fob count before the day of the report only.'
      }
      columns={isAdmin ? columns : columns.filter(({ key }) => key !== 'kind' && key !== 'facilityName')}
      defaultSort="status"
      rowKey={({ memberId, kind }) => `${memberId} ${kind}`}
      search={{ label: 'Search by name' }}
      empty={{
        icon: 'user',
        title: isAdmin ? 'No requests' : 'No lost key fobs',
        text: empty,
        searched: { title: 'No matches', text: empty },
      }}
    />
  );
}

const columns: readonly ListColumn<typeof members.requests>[] = [
  {
    key: 'memberName',
    title: 'Member',
    sortable: true,
    render: ({ memberId, memberName }) => <MemberName memberId={memberId} name={memberName} />,
  },
  {
    key: 'kind',
    title: 'Request',
    sortable: true,
    render: ({ kind }) => requestKinds.find(({ id }) => id === kind)?.name,
  },
  { key: 'fromName', title: 'Club', wrap: true },
  { key: 'facilityName', title: 'Requested Club', wrap: true },
  { key: 'lostNumber', title: 'Lost Key Fob' },
  { key: 'requestedAt', title: 'Requested', kind: 'date', sortable: true },
  { key: 'note', title: 'Note', wrap: true },
  {
    key: 'status',
    title: 'Status',
    sortable: true,
    render: ({ status }) => {
      const option = requestStatuses.find(({ id }) => id === status);
      return option ? <StatusBadge color={option.color} label={option.name} /> : null;
    },
  },
  { key: 'answer', title: 'Answer', wrap: true, detail: true },
  {
    key: 'actions',
    title: 'Actions',
    pinned: 'end',
    render: (row) => (row.status === 'open' ? <DecisionCell row={row} /> : null),
  },
];

function DecisionCell({ row }: { row: MemberRequestRow }) {
  const { memberId, kind, memberName, facilityName, fromName, version } = row;
  const decide = useAction(members.answerRequest, members.requests);
  const confirm = useConfirm();
  const [open, setOpen] = useState<Decision>();
  const params = { memberId, kind };
  const isClub = kind === 'clubChange';
  const isEnding = kind === 'ending';
  const transfer = async () => {
    const isSure = await confirm({
      title: `Transfer ${memberName}?`,
      text: `${memberName} moves from ${fromName} to ${facilityName} today and is notified by email.`,
      action: 'Transfer member',
    });
    if (isSure) await decide.act({ params, body: { accepted: true, version } });
  };
  return (
    <span className="request-actions">
      <Button
        small
        busy={decide.running}
        busyLabel="Saving…"
        onClick={() => (isClub ? void transfer() : setOpen(isEnding ? 'recovered' : 'replace'))}
      >
        {isClub ? 'Transfer' : isEnding ? 'Recovered' : 'Replace key fob'}
        <span className="hidden-text"> of {memberName}</span>
      </Button>
      <Button small onClick={() => setOpen(isEnding ? 'not recovered' : 'decline')}>
        {isEnding ? 'Not recovered' : 'Decline'}
        <span className="hidden-text"> the request of {memberName}</span>
      </Button>
      <DecisionForm
        row={row}
        open={open}
        onClose={() => setOpen(undefined)}
        onDecide={async (body) => {
          await decide.run({ params, body: { ...body, version } });
          setOpen(undefined);
        }}
      />
    </span>
  );
}

type Decision = 'replace' | 'decline' | 'recovered' | 'not recovered';

/** Title, text, and button of a decision with a reason. */
const reasonTexts: Record<
  Exclude<Decision, 'replace'>,
  (memberName: string) => { title: string; text: string; submitLabel: string }
> = {
  decline: (memberName) => ({
    title: `Decline the request of ${memberName}`,
    text: `${memberName} gets an email with your reason. Nothing is changed.`,
    submitLabel: 'Decline request',
  }),
  recovered: (memberName) => ({
    title: `Reimbursements of ${memberName} recovered`,
    text: 'Describe how the amount was recovered. The member gets no email.',
    submitLabel: 'Close request',
  }),
  'not recovered': (memberName) => ({
    title: `Reimbursements of ${memberName} not recovered`,
    text: 'Give the reason. The member gets no email.',
    submitLabel: 'Close request',
  }),
};

const declineForm = z.object({ reason: reasonText() });
const replaceForm = z.object({ newNumber: text('New Key Fob', { max: 7 }) });

interface DecisionFormProps {
  row: MemberRequestRow;
  open: Decision | undefined;
  onClose: () => void;
  onDecide: (body: { accepted: boolean; reason?: string; newNumber?: string }) => Promise<void>;
}

function DecisionForm({ row: { memberName, lostNumber }, open, onClose, onDecide }: DecisionFormProps) {
  const isReplacing = open === 'replace';
  const texts = reasonTexts[open === 'replace' || open === undefined ? 'decline' : open](memberName);
  return (
    <Popup
      open={open !== undefined}
      title={isReplacing ? `Replace the key fob of ${memberName}` : texts.title}
      onClose={onClose}
    >
      <p>
        {isReplacing
          ? `Key fob ${lostNumber} is banned. ${memberName} gets an email with the new number.`
          : texts.text}
      </p>
      {isReplacing ? (
        <Form
          schema={replaceForm}
          initial={{ newNumber: '' }}
          submitLabel="Replace key fob"
          busyLabel="Replacing…"
          guard={false}
          onSubmit={({ newNumber }) => onDecide({ accepted: true, newNumber })}
        >
          <Field
            name="newNumber"
            hint="6 or 7 digits and letters A to E: an unused key fob of yours, or a new one."
            autoComplete="off"
          />
        </Form>
      ) : (
        <Form
          schema={declineForm}
          initial={{ reason: '' }}
          submitLabel={texts.submitLabel}
          busyLabel="Saving…"
          guard={false}
          onSubmit={({ reason }) => onDecide({ accepted: open === 'recovered', reason })}
        >
          <Field name="reason" hint="10 to 300 characters." autoComplete="off" />
        </Form>
      )}
    </Popup>
  );
}
