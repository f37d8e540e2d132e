import type { ClientRequest } from '../../../shared/endpoint.ts';
import { integrations } from '../../../shared/contracts/integrations.ts';
import { apiClientForm, ownedClientForm } from '../../../shared/integrations/api-clients/api-client.ts';
import { apiScopeNames, scopesOf } from '../../../shared/integrations/api-scopes.ts';
import { Form } from '../../app/form.tsx';
import { useSession } from '../../app/session.tsx';
import { Field } from '../../ui/Field.tsx';
import { ScopeChoices } from './ScopeChoices.tsx';

type Entered = ClientRequest<typeof integrations.createClient>['body'];

/** The form of a new client; administrators name its owner. */
export function ClientForm({ onSubmit }: { onSubmit: (entered: Entered) => Promise<unknown> }) {
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
