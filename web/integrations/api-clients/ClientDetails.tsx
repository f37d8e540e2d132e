import { useSearchParams } from 'react-router-dom';
import { integrations } from '../../../shared/contracts/integrations.ts';
import { showDate } from '../../../shared/calendar.ts';
import type { ApiCall, ApiClientRow } from '../../../shared/integrations/client-contract.ts';
import { useAction, useEndpoint } from '../../app/data.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { useConfirm } from '../../ui/ConfirmDialog.tsx';
import { DateText } from '../../ui/formatted-text.tsx';
import { DescriptionList } from '../../ui/DescriptionList.tsx';
import { PageHeading } from '../../ui/PageTitle.tsx';
import { EmptyState, FailedState, SkeletonLines } from '../../ui/states.tsx';
import { Table } from '../../ui/Table.tsx';
import type { Column } from '../../ui/TableHead.tsx';

interface Props {
  clientId: string;
  onSecret: (secret: { clientId: string; clientSecret: string }) => void;
}

/** A client with its secrets and its last calls. */
export function ClientDetails({ clientId, onSecret }: Props) {
  const { data, error, retrying, reload } = useEndpoint(integrations.calls, { params: { clientId } });
  const [, setSearch] = useSearchParams();
  return (
    <>
      <p className="back-link">
        <Button kind="quiet" onClick={() => setSearch({})}>
          Back to API clients
        </Button>
      </p>
      {error ? (
        <FailedState error={error} onRetry={reload} retrying={retrying} />
      ) : !data ? (
        <SkeletonLines lines={6} />
      ) : (
        <>
          <Client client={data.client} onSecret={onSecret} onRevoked={() => setSearch({})} />
          <h2>Last calls</h2>
          <Table
            caption="Last calls"
            captionHidden
            columns={callColumns}
            rows={data.calls}
            rowKey={({ requestId }) => requestId}
            empty={<EmptyState title="No calls yet" text="The last 100 calls of seven days appear here." />}
          />
        </>
      )}
    </>
  );
}

const timeFormat = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'short',
  timeStyle: 'medium',
  timeZone: 'America/Chicago',
});

const callColumns: readonly Column<ApiCall>[] = [
  { key: 'at', title: 'Time', render: ({ at }) => timeFormat.format(new Date(at)) },
  { key: 'endpoint', title: 'Endpoint', wrap: true },
  { key: 'status', title: 'Status', kind: 'number' },
  { key: 'milliseconds', title: 'Milliseconds', kind: 'number' },
  { key: 'network', title: 'Network', detail: true },
  { key: 'requestId', title: 'Request ID', detail: true },
];

interface ClientProps {
  client: ApiClientRow;
  onSecret: Props['onSecret'];
  onRevoked: () => void;
}

function Client({ client, onSecret, onRevoked }: ClientProps) {
  const confirm = useConfirm();
  const add = useAction(integrations.addSecret, integrations.calls, integrations.listClients);
  const revoke = useAction(integrations.revokeClient, integrations.calls, integrations.listClients);
  const params = { clientId: client.id };
  const askToRevoke = async () => {
    const sure = await confirm({
      title: `Revoke ${client.name}`,
      text: 'Its secrets and tokens stop working immediately. This cannot be undone.',
      action: 'Revoke client',
      danger: true,
    });
    if (sure && (await revoke.act({ params }))) onRevoked();
  };
  const addSecret = async () => {
    const added = await add.act({ params }, { isQuiet: true });
    if (added) onSecret(added);
  };
  return (
    <>
      <PageHeading title={client.name} lead={client.ownerName} />
      <Card title="Client">
        <DescriptionList
          items={[
            ['Client ID', <code key="id">{client.id}</code>],
            ['Scopes', client.scopes.join(', ')],
            ['Expires on', showDate(client.expiresOn)],
            ['Allowed addresses', client.addresses.join(', ') || 'All'],
          ]}
        />
        {client.revokedAt === null && (
          <div className="page-actions">
            <Button busy={add.running} busyLabel="Adding…" onClick={() => void addSecret()}>
              Add a secret
            </Button>
            <Button onClick={() => void askToRevoke()}>Revoke client</Button>
          </div>
        )}
      </Card>
      <Secrets client={client} />
    </>
  );
}

function Secrets({ client: { id: clientId, secrets } }: Pick<ClientProps, 'client'>) {
  const remove = useAction(integrations.removeSecret, integrations.calls);
  const confirm = useConfirm();
  const removeSecret = async (secretId: string, ending: string) => {
    const agreed = await confirm({
      title: `Remove the secret that ends in ${ending}?`,
      text: 'Systems that use it stop immediately, and its tokens are no longer valid.',
      action: 'Remove the secret',
      danger: true,
    });
    if (agreed) await remove.act({ params: { clientId, secretId } });
  };
  return (
    <Card title="Secrets">
      {secrets.map(({ id, ending, createdAt, createdByName, expiresAt }) => (
        <p key={id}>
          Ends in {ending}, added <DateText date={createdAt} /> by {createdByName}
          {expiresAt && (
            <>
              , valid until <DateText date={expiresAt} />
            </>
          )}
          {secrets.length > 1 && (
            <Button kind="quiet" onClick={() => void removeSecret(id, ending)}>
              Remove<span className="hidden-text"> the secret that ends in {ending}</span>
            </Button>
          )}
        </p>
      ))}
    </Card>
  );
}
