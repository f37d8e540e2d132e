import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { showMoment } from '../../shared/calendar.ts';
import type { ListedUser } from '../../shared/users/invited-user.ts';
import type { Loaded } from '../app/data.ts';
import { Button, buttonClass } from '../ui/Button.tsx';
import { useConfirm } from '../ui/ConfirmDialog.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { Table } from '../ui/Table.tsx';
import type { Column } from '../ui/TableHead.tsx';

const badges = {
  active: <StatusBadge color="green" label="Can log in" />,
  invited: <StatusBadge color="yellow" label="Not accepted yet" />,
  linkExpired: <StatusBadge color="beet" label="Invitation expired" />,
  unapproved: <StatusBadge color="orange" label="Waiting for approval" />,
  expired: <StatusBadge color="beet" label="Not approved in time" />,
  disabled: <StatusBadge color="beet" label="Disabled by an operator" />,
  leaving: <StatusBadge color="beet" label="Remove again to finish" />,
} as const;

interface RowActionProps {
  /** ID of the caller; this row has no actions. */
  myId?: string;
  editAddress?: (user: ListedUser) => string;
  question?: (name: string) => { title: string; text: string; action: string };
  onInvite: (user: ListedUser) => Promise<unknown>;
  /** Approves an invitation of another administrator. */
  onApprove?: (user: ListedUser) => Promise<unknown>;
  onRemove: (user: ListedUser) => Promise<unknown>;
  /** Revokes the API clients, webhooks, and users that a removed user created. */
  onRevokeCreated?: (user: ListedUser) => Promise<unknown>;
  /** Cancels a requested removal of an administrator. */
  onCancelRemoval?: (user: ListedUser) => Promise<unknown>;
}

interface UserTableProps<Row extends ListedUser> extends RowActionProps {
  caption: string;
  users: Loaded<Row[]>;
  /** Columns between the status and the actions. */
  columns?: Column<Row>[];
  empty: ReactNode;
}

export const UserTable = <Row extends ListedUser>({
  caption,
  users,
  columns = [],
  empty,
  ...actions
}: UserTableProps<Row>) => (
  <Table<Row>
    caption={caption}
    captionHidden
    rows={users.data ?? []}
    rowKey={({ id }) => id}
    loading={users.loading}
    failed={users.error ? { error: users.error, onRetry: users.reload, retrying: users.retrying } : undefined}
    empty={empty}
    columns={[
      { key: 'firstName', title: 'First Name' },
      { key: 'lastName', title: 'Last Name', joinsTitle: true },
      {
        key: 'email',
        title: 'Email',
        render: ({ email, emailProblem }) => (
          <>
            {email}
            {emailProblem && (
              <>
                {' '}
                <StatusBadge color="beet" label="Email came back" />
                <p className="field-hint">{emailProblem}</p>
              </>
            )}
          </>
        ),
      },
      { key: 'status', title: 'Login', render: (user) => <LoginStatus {...user} /> },
      ...columns,
      { key: 'createdByName', title: 'Added by', render: ({ createdByName }) => createdByName ?? '—' },
      {
        key: 'actions',
        title: 'Actions',
        pinned: 'end',
        render: (user) =>
          user.id === actions.myId ? (
            <OwnRow {...actions} user={user} onDone={users.reload} />
          ) : (
            <RowActions {...actions} user={user} onDone={users.reload} />
          ),
      },
    ]}
  />
);

const LoginStatus = ({ status, removal, firstName }: ListedUser) =>
  removal && status !== 'leaving' ? (
    <>
      <StatusBadge color="orange" label="Removal requested" />
      <p className="field-hint">
        {removal.effectiveAt
          ? `Effective on ${showMoment(removal.effectiveAt)}, unless ${firstName} objects.`
          : 'Waiting for the approval of another administrator.'}
      </p>
    </>
  ) : (
    badges[status]
  );

const defaultQuestion = (name: string) => ({
  title: `Remove ${name}?`,
  text: `${name} is logged out immediately and can no longer log in. The record of past actions remains.`,
  action: 'Remove',
});

const revokeQuestion = (name: string) => ({
  title: `Revoke what ${name} created?`,
  text: `API clients, secrets, webhooks, and users that ${name} added remain active unless you revoke them. Managers are removed immediately, and the removal of administrators is requested; see “Added by” in the lists of users.`,
  action: 'Revoke',
  cancel: 'Keep them',
});

/** True for a user who has logged in, so that records can have been created. */
const hasCreated = ({ status }: ListedUser): boolean => ['active', 'disabled', 'leaving'].includes(status);

type RowProps = RowActionProps & { user: ListedUser; onDone: () => void };

const OwnRow = (props: RowProps) =>
  props.user.removal ? <CancelRemoval {...props} label="Object to removal" /> : 'You';

function CancelRemoval({ user, onCancelRemoval, onDone, label }: RowProps & { label: string }) {
  const [isRunning, setIsRunning] = useState(false);
  if (!onCancelRemoval) return null;
  const cancel = async () => {
    setIsRunning(true);
    await onCancelRemoval(user).finally(() => setIsRunning(false));
    onDone();
  };
  return (
    <Button small kind="primary" busy={isRunning} busyLabel="Canceling…" onClick={() => void cancel()}>
      {label}
      <span className="hidden-text">
        {' '}
        of {user.firstName} {user.lastName}
      </span>
    </Button>
  );
}

function RemoveButton({
  user,
  question = defaultQuestion,
  onRemove,
  onRevokeCreated,
  onDone,
  myId,
}: RowProps) {
  const [isRunning, setIsRunning] = useState(false);
  const confirm = useConfirm();
  const name = `${user.firstName} ${user.lastName}`;
  const confirmation = question(name);
  const isRequested = user.removal !== null && user.status !== 'leaving';
  const isRequestedByMe = isRequested && user.removal?.requestedBy === myId;
  if (isRequestedByMe && user.removal?.effectiveAt) return null;
  const remove = async () => {
    if (!(await confirm({ ...confirmation, danger: true }))) return;
    setIsRunning(true);
    const isRemoved = await onRemove(user).finally(() => setIsRunning(false));
    // also after a failure, which can leave the record marked as removed
    onDone();
    // asked after the removal: no answer to this question must cause or prevent it
    if (!isRemoved || !onRevokeCreated || !hasCreated(user)) return;
    if (!(await confirm({ ...revokeQuestion(name), danger: true }))) return;
    await onRevokeCreated(user);
    onDone();
  };
  return (
    <Button
      small
      busy={isRunning}
      busyLabel={`${confirmation.action.replace(/e?$/, 'ing')}…`}
      onClick={() => void remove()}
    >
      {isRequested && !isRequestedByMe ? 'Approve removal' : confirmation.action}
      <span className="hidden-text"> {name}</span>
    </Button>
  );
}

function RowActions(props: RowProps) {
  const { user, editAddress, onInvite, onApprove, onDone } = props;
  const [runningAction, setRunningAction] = useState<'invite' | 'approve'>();
  const name = `${user.firstName} ${user.lastName}`;
  const run = async (action: 'invite' | 'approve', call: (user: ListedUser) => Promise<unknown>) => {
    setRunningAction(action);
    await call(user).finally(() => setRunningAction(undefined));
  };
  return (
    <span className="page-actions">
      {(user.status === 'invited' || user.status === 'linkExpired') && (
        <Button
          small
          busy={runningAction === 'invite'}
          busyLabel="Sending…"
          onClick={() => void run('invite', onInvite)}
        >
          Send again<span className="hidden-text"> to {name}</span>
        </Button>
      )}
      {onApprove && user.status === 'unapproved' && user.invitedBy !== props.myId && (
        <Button
          small
          kind="primary"
          busy={runningAction === 'approve'}
          busyLabel="Approving…"
          onClick={() => void run('approve', onApprove).then(onDone)}
        >
          Approve<span className="hidden-text"> {name}</span>
        </Button>
      )}
      {editAddress && user.status !== 'leaving' && (
        <Link className={buttonClass('plain', true)} to={editAddress(user)} aria-label={`Edit ${name}`}>
          Edit
        </Link>
      )}
      {user.removal && user.status !== 'leaving' && <CancelRemoval {...props} label="Cancel removal" />}
      <RemoveButton {...props} />
    </span>
  );
}
