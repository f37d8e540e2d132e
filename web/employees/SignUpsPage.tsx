import { useState } from 'react';
import { Link } from 'react-router-dom';
import * as z from 'zod';
import { employees } from '../../shared/contracts/employees.ts';
import { signUpsAtATime, type SignUpRow } from '../../shared/employees/sign-up.ts';
import { reasonText } from '../../shared/fields.ts';
import { isWithinAccess } from '../../shared/managers/manager-access.ts';
import { plural } from '../../shared/number-words.ts';
import { useAddress } from '../app/address.ts';
import { callApi } from '../app/api.ts';
import { showFailure, useAction, useList } from '../app/data.ts';
import { Form } from '../app/form.tsx';
import { notify } from '../app/notices.ts';
import { partnerPage } from '../app/PartnerFrame.tsx';
import { refetch } from '../app/refetch.ts';
import { useSession } from '../app/session.tsx';
import { Button, buttonClass } from '../ui/Button.tsx';
import { useConfirm } from '../ui/ConfirmDialog.tsx';
import { Field } from '../ui/Field.tsx';
import { Chips, Filters } from '../ui/Filters.tsx';
import { DateText } from '../ui/formatted-text.tsx';
import { PageHeading } from '../ui/PageTitle.tsx';
import { Popup } from '../ui/Popup.tsx';
import { EmptyState } from '../ui/states.tsx';
import { Table } from '../ui/Table.tsx';
import type { Column } from '../ui/TableHead.tsx';
import { employeesAddress } from './addresses.ts';
import { SignUpLinkCard } from './SignUpLinkCard.tsx';
import './employees.css';

const ageText = (days: number): string => (days <= 0 ? 'Today' : plural(days, 'day', 'days'));

const person: readonly Column<SignUpRow>[] = [
  { key: 'name', title: 'Name', render: ({ firstName, lastName }) => `${firstName} ${lastName}` },
  { key: 'email', title: 'Email' },
  { key: 'employeeNumber', title: 'Employee Number' },
];
const waitingColumns: readonly Column<SignUpRow>[] = [
  ...person,
  { key: 'age', title: 'Waiting', render: ({ age }) => ageText(age) },
  { key: 'deletedOn', title: 'Deleted on', kind: 'date' },
];
const columnsWithReason: readonly Column<SignUpRow>[] = [
  ...waitingColumns,
  { key: 'problem', title: 'Cannot be added', wrap: true },
];
const declinedColumns: readonly Column<SignUpRow>[] = [
  ...person,
  {
    key: 'declined',
    title: 'Declined',
    render: ({ declined }) => declined && <DateText date={declined.at} />,
  },
  { key: 'who', title: 'By', render: ({ declined }) => declined?.whoName },
  { key: 'reason', title: 'Reason', wrap: true, render: ({ declined }) => declined?.reason },
  { key: 'deletedOn', title: 'Deleted on', kind: 'date' },
];

type Decision = 'waiting' | 'declined';
const decisions = [
  { value: 'waiting', label: 'Waiting' },
  { value: 'declined', label: 'Declined' },
] as const;

function columnsOf(decision: Decision, rows: readonly SignUpRow[]): readonly Column<SignUpRow>[] {
  if (decision === 'declined') return declinedColumns;
  return rows.some(({ problem }) => problem !== null) ? columnsWithReason : waitingColumns;
}

function SignUps({ partnerId }: { partnerId: string }) {
  const { role, me } = useSession();
  const access = me?.access ?? 'full';
  return (
    <>
      <div className="roster screen-only">
        <PageHeading
          title="Sign-ups"
          lead="Employees sign up with your link. You confirm each person before anyone is added or invited."
          actions={
            <Link className={buttonClass('plain')} to={employeesAddress(role, partnerId)}>
              Back to employees
            </Link>
          }
        />
      </div>
      <SignUpLinkCard partnerId={partnerId} mayChange={isWithinAccess(access, employees.saveSignUpLink)} />
      <div className="roster screen-only">
        <SignUpList partnerId={partnerId} mayDecide={isWithinAccess(access, employees.confirmSignUps)} />
      </div>
    </>
  );
}

interface SignUpListProps {
  partnerId: string;
  mayDecide: boolean;
}

function SignUpList({ partnerId, mayDecide }: SignUpListProps) {
  const [{ decision: text }, change] = useAddress('decision');
  const decision: Decision = text === 'declined' ? 'declined' : 'waiting';
  const list = useList(employees.signUps, { params: { partnerId }, query: { decision } });
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const rows = list.rows.filter(({ signUpId }) => picked.has(signUpId));
  return (
    <>
      <Filters label="Sign-ups">
        <Chips
          single
          label="Decision"
          chips={decisions.map((option) => ({
            ...option,
            ...(option.value === decision &&
              typeof list.totalCount === 'number' && { count: list.totalCount }),
          }))}
          chosen={new Set([decision])}
          onChange={(chosen) => {
            setPicked(new Set());
            change({ decision: chosen.has('declined') ? 'declined' : undefined });
          }}
        />
      </Filters>
      {mayDecide && rows.length > 0 && (
        <DecisionBar
          partnerId={partnerId}
          rows={rows}
          decision={decision}
          onDone={() => setPicked(new Set())}
        />
      )}
      <Table
        {...list}
        caption={decision === 'waiting' ? 'Sign-ups to confirm' : 'Declined sign-ups'}
        captionHidden
        rowKey={({ signUpId }) => signUpId}
        rowLabel={({ firstName, lastName }) => `${firstName} ${lastName}`}
        columns={columnsOf(decision, list.rows)}
        {...(mayDecide && { selected: picked, onSelect: setPicked })}
        empty={
          decision === 'waiting' ? (
            <EmptyState
              icon="user"
              title="No sign-ups wait for you"
              text="People appear here after they signed up and confirmed their email address."
            />
          ) : (
            <EmptyState title="No declined sign-ups" text="Declined sign-ups are deleted after 30 days." />
          )
        }
      />
    </>
  );
}

/** Returns the selections of the requests for sign-ups. */
const partsOf = (rows: readonly SignUpRow[]): { signUpId: string; version: number }[][] =>
  Array.from({ length: Math.ceil(rows.length / signUpsAtATime) }, (_, part) =>
    rows
      .slice(part * signUpsAtATime, (part + 1) * signUpsAtATime)
      .map(({ signUpId, version }) => ({ signUpId, version })),
  );

/** Confirms sign-ups in parts, and returns the number of added people and the reasons of the others. */
async function confirmAll(partnerId: string, rows: readonly SignUpRow[]) {
  const refused: { name: string; reason: string }[] = [];
  let added = 0;
  for (const signUps of partsOf(rows)) {
    const result = await callApi(employees.confirmSignUps, { params: { partnerId }, body: { signUps } });
    added += result.added;
    refused.push(...result.refused);
  }
  return { added, refused };
}

interface DecisionBarProps {
  partnerId: string;
  rows: readonly SignUpRow[];
  decision: Decision;
  onDone: () => void;
}

function DecisionBar({ partnerId, rows, decision, onDone }: DecisionBarProps) {
  const confirm = useConfirm();
  const [isAdding, setAdding] = useState(false);
  const [isDeclining, setDeclining] = useState(false);
  const people = plural(rows.length, 'person', 'people');
  const add = async () => {
    const isSure = await confirm({
      title: `Add ${people}`,
      text: 'They are added to your employees and wait for an invitation. No emails are sent until you select Invite.',
      action: `Add ${people}`,
    });
    if (!isSure) return;
    setAdding(true);
    try {
      const { added, refused } = await confirmAll(partnerId, rows);
      if (added > 0) notify.success(`${plural(added, 'person was', 'people were')} added. Invite them next.`);
      if (refused.length > 0)
        notify.error(
          `${plural(refused.length, 'person was', 'people were')} not added. ${refused[0]?.name ?? ''}: ${refused[0]?.reason ?? ''}`,
        );
      onDone();
    } catch (error) {
      showFailure(error);
    } finally {
      setAdding(false);
      void refetch(employees);
    }
  };
  return (
    <section className="bulk-bar" aria-label="Selected sign-ups">
      <output>{`${people} selected`}</output>
      <Button small kind="action" busy={isAdding} busyLabel="Adding…" onClick={() => void add()}>
        {`Add ${people}`}
      </Button>
      {decision === 'waiting' && (
        <Button small disabled={isAdding} onClick={() => setDeclining(true)}>
          Decline
        </Button>
      )}
      {isDeclining && (
        <Decline
          partnerId={partnerId}
          rows={rows}
          onClose={() => setDeclining(false)}
          onDone={() => {
            setDeclining(false);
            onDone();
          }}
        />
      )}
    </section>
  );
}

const declineForm = z.object({ reason: reasonText() });

function Decline({
  partnerId,
  rows,
  onClose,
  onDone,
}: Omit<DecisionBarProps, 'decision'> & { onClose: () => void }) {
  const decline = useAction(employees.declineSignUps, employees);
  const people = plural(rows.length, 'person', 'people');
  return (
    <Popup open title={`Decline ${people}`} onClose={onClose}>
      <p>
        No email is sent. The reason is for you and your colleagues; the sign-ups are deleted after 30 days.
      </p>
      <Form
        schema={declineForm}
        initial={{ reason: '' }}
        submitLabel={`Decline ${people}`}
        busyLabel="Declining…"
        guard={false}
        onSubmit={async ({ reason }) => {
          for (const signUps of partsOf(rows))
            await decline.run({ params: { partnerId }, body: { signUps, reason } });
          onDone();
        }}
      >
        <Field name="reason" hint="10 to 300 characters." autoComplete="off" />
      </Form>
    </Popup>
  );
}

export default partnerPage(SignUps);
