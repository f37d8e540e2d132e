import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { integrations } from '../../../shared/contracts/integrations.ts';
import { useAction } from '../../app/data.ts';
import { ListPage, type ListPageProps } from '../../app/ListPage.tsx';
import { Button } from '../../ui/Button.tsx';
import { Popup } from '../../ui/Popup.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { ClientDetails } from './ClientDetails.tsx';
import { ClientForm } from './ClientForm.tsx';
import { SecretPopup } from './SecretPopup.tsx';

export default function ApiClientsPage() {
  const [isAdding, setAdding] = useState(false);
  const [secret, setSecret] = useState<{ clientId: string; clientSecret: string }>();
  const [search, setSearch] = useSearchParams();
  const create = useAction(integrations.createClient, integrations.listClients);
  const clientId = search.get('client');
  const columns = columnsOf((id) => setSearch({ client: id }));
  const addButton = (
    <Button kind="action" onClick={() => setAdding(true)}>
      Create a client
    </Button>
  );
  return (
    <>
      {clientId === null ? (
        <ListPage
          endpoint={integrations.listClients}
          request={{ query: {} }}
          title="API clients"
          lead="Programs use a client to read and change data without a user’s password."
          actions={addButton}
          columns={columns}
          rowKey={({ id }) => id}
          defaultSort="name"
          empty={{ title: 'No API clients yet', text: 'Create one for your HR system or turnstile.' }}
        />
      ) : (
        <ClientDetails clientId={clientId} onSecret={setSecret} />
      )}
      <Popup open={isAdding} title="Create a client" onClose={() => setAdding(false)}>
        <ClientForm
          onSubmit={async (body) => {
            const created = await create.run({ body }, { isQuiet: true });
            setAdding(false);
            setSecret(created);
          }}
        />
      </Popup>
      <SecretPopup secret={secret} onClose={() => setSecret(undefined)} />
    </>
  );
}

const columnsOf = (open: (id: string) => void): ListPageProps<typeof integrations.listClients>['columns'] => [
  {
    key: 'name',
    title: 'Name',
    sortable: true,
    render: ({ id, name }) => (
      <Button kind="quiet" onClick={() => open(id)}>
        {name}
      </Button>
    ),
  },
  { key: 'ownerName', title: 'Owner', sortable: true, statedOnce: true },
  { key: 'scopes', title: 'Scopes', render: ({ scopes }) => scopes.join(', ') },
  { key: 'createdByName', title: 'Created by' },
  { key: 'expiresOn', title: 'Expires on', kind: 'date', sortable: true },
  {
    key: 'status',
    title: 'Status',
    render: ({ isActive }) => (
      <StatusBadge color={isActive ? 'green' : 'beet'} label={isActive ? 'Active' : 'Expired'} />
    ),
  },
];
