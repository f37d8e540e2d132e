import { Link } from 'react-router-dom';
import { managers } from '../../shared/contracts/managers.ts';
import { apiScopes } from '../../shared/api-scopes.ts';
import { type AccessReview } from '../../shared/managers/access-review.ts';
import { isWithinAccess, managerAccessNames } from '../../shared/managers/manager-access.ts';
import { pathTo } from '../app/addresses.ts';
import { useAction, useEndpoint } from '../app/data.ts';
import { partnerPage } from '../app/PartnerFrame.tsx';
import { useSession } from '../app/session.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { useConfirm } from '../ui/ConfirmDialog.tsx';
import { showDate } from '../ui/formatted-text.tsx';
import { PageHeading } from '../ui/PageTitle.tsx';
import { EmptyState, FailedState, SkeletonLines } from '../ui/states.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { Table } from '../ui/Table.tsx';

function AccessReviewOf({ partnerId }: { partnerId: string }) {
  const params = { partnerId };
  const { data, error, retrying, reload } = useEndpoint(managers.accessReview, { params });
  if (error) return <FailedState error={error} onRetry={reload} retrying={retrying} />;
  return (
    <>
      <PageHeading
        title="Access review"
        lead="Check every 90 days that each manager and each API client still needs its access."
      />
      {data ? (
        <>
          <State review={data} partnerId={partnerId} onDone={reload} />
          <Card title="Managers">
            <Managers rows={data.managers} />
          </Card>
          <Card title="API clients">
            <Clients rows={data.clients} />
          </Card>
        </>
      ) : (
        <SkeletonLines lines={10} />
      )}
    </>
  );
}

interface StateProps {
  review: AccessReview;
  partnerId: string;
  onDone: () => void;
}

function State({ review, partnerId, onDone }: StateProps) {
  const { role, me } = useSession();
  const record = useAction(managers.confirmAccessReview);
  const confirm = useConfirm();
  const { reviewedOn, reviewedBy, dueOn, isDue, version } = review;
  const mayConfirm = isWithinAccess(me?.access ?? 'full', managers.confirmAccessReview);
  const onClick = async () => {
    const isSure = await confirm({
      title: 'Record the review?',
      text: 'You confirm that every manager and API client on this page still needs its access.',
      action: 'Record review',
    });
    if (!isSure) return;
    await record.act({ params: { partnerId }, body: { version } });
    onDone();
  };
  return (
    <Card>
      <p>
        <StatusBadge color={isDue ? 'orange' : 'green'} label={isDue ? 'Review due' : 'Not due yet'} />{' '}
        {reviewedOn === null
          ? `Not reviewed yet. The first review is due on ${showDate(dueOn)}.`
          : `Last reviewed on ${showDate(reviewedOn)} by ${reviewedBy}. The next review is due on ${showDate(dueOn)}.`}
      </p>
      <p>
        {role === 'systemAdmin' ? (
          <>
            <Link to={pathTo('managers', { partnerId })}>Change or delete managers</Link>, or{' '}
            <Link to={pathTo('apiClients')}>revoke API clients</Link>.
          </>
        ) : (
          <>
            Contact us to change or delete a manager. {mayConfirm ? 'You' : 'Managers with full access'} can{' '}
            <Link to={pathTo('managerApiClients')}>revoke API clients</Link>.
          </>
        )}
      </p>
      {mayConfirm && (
        <p className="page-actions">
          <Button kind="primary" busy={record.running} busyLabel="Saving…" onClick={() => void onClick()}>
            Record review
          </Button>
        </p>
      )}
    </Card>
  );
}

const Managers = ({ rows }: { rows: AccessReview['managers'] }) => (
  <Table
    caption="Managers with access"
    captionHidden
    rows={rows}
    rowKey={({ id }) => id}
    empty={<EmptyState title="No managers" text="Only administrators manage this partner." />}
    columns={[
      { key: 'lastName', title: 'Name', render: ({ firstName, lastName }) => `${firstName} ${lastName}` },
      { key: 'email', title: 'Email' },
      { key: 'access', title: 'Access', render: ({ access }) => managerAccessNames[access] },
      { key: 'createdByName', title: 'Added by', render: ({ createdByName }) => createdByName ?? '—' },
      {
        key: 'lastUsedAt',
        title: 'Last used',
        render: ({ lastUsedAt }) => (lastUsedAt === null ? 'Not logged in' : showDate(lastUsedAt)),
      },
      {
        key: 'hasSecondFactor',
        title: 'Second factor',
        render: ({ hasSecondFactor }) => (hasSecondFactor ? 'On' : 'Off'),
      },
    ]}
  />
);

const Clients = ({ rows }: { rows: AccessReview['clients'] }) => (
  <Table
    caption="API clients with access"
    captionHidden
    rows={rows}
    rowKey={({ id }) => id}
    empty={<EmptyState title="No API clients" text="No program has access to this partner." />}
    columns={[
      { key: 'name', title: 'Name' },
      {
        key: 'scopes',
        title: 'Scopes',
        width: '35%',
        render: ({ scopes }) => scopes.map((scope) => <div key={scope}>{apiScopes[scope].label}</div>),
      },
      { key: 'createdByName', title: 'Created by' },
      { key: 'expiresOn', title: 'Expires', render: ({ expiresOn }) => showDate(expiresOn) },
    ]}
  />
);

export default partnerPage(AccessReviewOf);
