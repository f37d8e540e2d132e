import { useState, useEffect } from 'react';
import { Button } from '../../ui/Button.tsx';
import { DescriptionList } from '../../ui/DescriptionList.tsx';
import { Popup } from '../../ui/Popup.tsx';
import { useController } from 'react-hook-form';
import { apiScopes, type ApiScope, apiScopeNames, scopesOf } from '../../../shared/api-scopes.ts';
import { apiClientForm, ownedClientForm } from '../../../shared/integrations/api-client.ts';
import { useFieldContext, FieldFrame } from '../../ui/FieldFrame.tsx';
import type { ClientRequest } from '../../../shared/endpoint.ts';
import { integrations } from '../../../shared/contracts/integrations.ts';
import { Form } from '../../app/form.tsx';
import { useSession } from '../../app/session.tsx';
import { Field } from '../../ui/Field.tsx';
import { useSearchParams } from 'react-router-dom';
import { useAction } from '../../app/data.ts';
import { ListPage, type ListPageProps } from '../../app/ListPage.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { ClientDetails } from './ClientDetails.tsx';

interface NewSecret {
  clientId: string;
  clientSecret: string;
}

/** Shows the ID and a new secret of a client once. */
function SecretPopup({ secret, onClose }: { secret: NewSecret | undefined; onClose: () => void }) {
  const [copied, setCopied] = useState<string>();
  const text = secret?.clientSecret ?? '';
  return (
    <Popup
      open={secret !== undefined}
      title="Copy the secret"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Done</Button>
          <Button
            kind="primary"
            onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(text))}
          >
            {copied === text ? 'Copied' : 'Copy secret'}
          </Button>
        </>
      }
    >
      <p>Store both in your system now. The secret is not shown again.</p>
      <DescriptionList
        items={[
          ['Client ID', <code key="id">{secret?.clientId}</code>],
          [
            'Client secret',
            <code key="secret" style={{ overflowWrap: 'anywhere' }}>
              {text}
            </code>,
          ],
        ]}
      />
    </Popup>
  );
}

/** Checkboxes of the scopes of a client, as the field `scopes` of a form. */
function ScopeChoices({ scopes }: { scopes: readonly ApiScope[] }) {
  const { prefix, visibleErrors } = useFieldContext();
  const { field, fieldState } = useController({ name: 'scopes' });
  useEffect(() => {
    visibleErrors.add('scopes');
    return () => void visibleErrors.delete('scopes');
  }, [visibleErrors]);
  const chosen = (field.value ?? []) as ApiScope[];
  const id = `${prefix}-scopes`;
  return (
    <FieldFrame
      ids={{ control: id, hint: `${id}-hint`, error: `${id}-error` }}
      label="Scopes"
      required
      group
      error={fieldState.error?.message}
    >
      {scopes.map((scope) => (
        <label className="choice" key={scope}>
          <input
            type="checkbox"
            checked={chosen.includes(scope)}
            onBlur={field.onBlur}
            onChange={({ target }) =>
              field.onChange(target.checked ? [...chosen, scope] : chosen.filter((other) => other !== scope))
            }
          />
          <span>
            {scope} <span className="quiet">{apiScopes[scope].summary}</span>
          </span>
        </label>
      ))}
    </FieldFrame>
  );
}

type Entered = ClientRequest<typeof integrations.createClient>['body'];

/** The form of a new client; administrators name its owner. */
function ClientForm({ onSubmit }: { onSubmit: (entered: Entered) => Promise<unknown> }) {
  const { role } = useSession();
  const isAdministrator = role === 'systemAdmin';
  const scopes = isAdministrator
    ? apiScopeNames
    : scopesOf(role === 'facilityManager' ? 'facility' : 'partner');
  const initial = { name: '', scopes: [], expiresOn: '', addresses: '' };
  const content = (
    <>
      <Field name="name" hint="The system that uses the client, such as Workday." autoComplete="off" />
      <ScopeChoices scopes={scopes} />
      <Field name="expiresOn" hint="The last day on which the client works, within two years." />
      <Field
        name="addresses"
        hint="Addresses or networks, one per line, such as 203.0.113.0/24. Blank: all addresses."
      />
    </>
  );
  const labels = { submitLabel: 'Create client', busyLabel: 'Creating…' } as const;
  return isAdministrator ? (
    <Form
      {...labels}
      schema={ownedClientForm}
      initial={{ ...initial, ownerKind: 'partner', ownerNumber: '' }}
      onSubmit={onSubmit}
    >
      <Field name="ownerKind" kind="radio" />
      <Field name="ownerNumber" hint="The Partner ID or the facility ID." autoComplete="off" />
      {content}
    </Form>
  ) : (
    <Form {...labels} schema={apiClientForm} initial={initial} onSubmit={onSubmit}>
      {content}
    </Form>
  );
}

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
