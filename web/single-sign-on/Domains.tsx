import { Link } from 'react-router-dom';
import { useState } from 'react';
import * as z from 'zod';
import { singleSignOn } from '../../shared/contracts/single-sign-on.ts';
import { domainName } from '../../shared/single-sign-on/identity-provider.ts';
import type { IdentityProtocol } from '../../shared/single-sign-on/sign-on.ts';
import { pathTo } from '../app/addresses.ts';
import { useAction } from '../app/data.ts';
import { Form } from '../app/form.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { useConfirm } from '../ui/ConfirmDialog.tsx';
import { DescriptionList } from '../ui/DescriptionList.tsx';
import { Field } from '../ui/Field.tsx';
import { showDate } from '../ui/formatted-text.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { EmptyState } from '../ui/states.tsx';
import type { Settings } from './ProviderForm.tsx';
import './single-sign-on.css';

function Copied({ name, value }: { name: string; value: string }) {
  const [copied, setCopied] = useState<string>();
  return (
    <span className="copied-value">
      <code>{value}</code>
      <Button small onClick={() => void navigator.clipboard.writeText(value).then(() => setCopied(value))}>
        {copied === value ? 'Copied' : 'Copy'}
        <span className="hidden-text"> {name}</span>
      </Button>
    </span>
  );
}

const CopiedValues = ({ values }: { values: readonly (readonly [name: string, value: string])[] }) => (
  <div className="copied-values">
    <DescriptionList
      items={values.map(([name, value]) => [name, <Copied key={name} name={name} value={value} />])}
    />
  </div>
);

interface PortalProps {
  portal: Settings['portal'];
  protocol: IdentityProtocol | undefined;
}

export const PortalCard = ({ portal, protocol }: PortalProps) => (
  <Card title="Enter this at your provider">
    <p>
      The <Link to={pathTo('singleSignOnGuide')}>guide</Link> names every field of Microsoft Entra ID, Okta,
      and Google Workspace.
    </p>
    <CopiedValues
      values={[
        ...(protocol === 'saml'
          ? []
          : ([
              ['Redirect URI', portal.redirectAddress],
              ['Back-channel logout URI', portal.logoutAddress],
            ] as const)),
        ...(protocol === 'oidc'
          ? []
          : ([
              ['Entity ID (audience)', portal.samlEntityId],
              ['Assertion consumer service URL', portal.samlAddress],
              ['Metadata URL', portal.samlMetadataAddress],
            ] as const)),
      ]}
    />
  </Card>
);

const domainForm = z.object({ domain: domainName.meta({ title: 'Domain' }) });

interface DomainsProps {
  partnerId: string;
  domains: Settings['domains'];
}

export function DomainsCard({ partnerId, domains }: DomainsProps) {
  const add = useAction(singleSignOn.addDomain, singleSignOn.settings);
  return (
    <Card title="Email domains">
      <p>
        People with an address of these domains are sent to your provider. A DNS record proves that a domain
        is yours.
      </p>
      {domains.length === 0 ? (
        <EmptyState
          icon="mail"
          title="No domains yet"
          text="Add the domain of your email addresses. Without a domain, everyone logs in with a password."
        />
      ) : (
        domains.map((domain) => <Domain key={domain.domain} partnerId={partnerId} domain={domain} />)
      )}
      <Form
        key={domains.length}
        schema={domainForm}
        initial={{ domain: '' }}
        submitLabel="Add domain"
        submitKind="plain"
        busyLabel="Adding…"
        safe="Nothing was changed."
        guard={false}
        onSubmit={({ domain }) => add.run({ params: { partnerId }, body: { domain } })}
      >
        <Field name="domain" width="medium" autoComplete="off" hint="Such as example.com." />
      </Form>
    </Card>
  );
}

interface DomainProps {
  partnerId: string;
  domain: Settings['domains'][number];
}

function Domain({ partnerId, domain: emailDomain }: DomainProps) {
  const { domain, recordName, recordValue, provenAt, missingSince } = emailDomain;
  const needsRecord = provenAt === null || missingSince !== null;
  const prove = useAction(singleSignOn.proveDomain, singleSignOn.settings);
  const remove = useAction(singleSignOn.removeDomain, singleSignOn.settings);
  const confirm = useConfirm();
  const params = { partnerId, domain };
  const onRemove = async () => {
    const isSure = await confirm({
      title: `Remove ${domain}?`,
      text: 'People with an address of this domain log in with passwords again.',
      action: 'Remove domain',
      danger: true,
    });
    if (isSure) await remove.act({ params });
  };
  return (
    <section aria-label={domain} className="form-section email-domain">
      <div className="page-actions">
        <h3>{domain}</h3>
        {missingSince ? (
          <StatusBadge color="orange" label={`Record missing since ${showDate(missingSince)}`} />
        ) : provenAt ? (
          <StatusBadge color="green" label={`Proven on ${showDate(provenAt)}`} />
        ) : (
          <StatusBadge color="yellow" label="Not proven" />
        )}
      </div>
      {needsRecord && (
        <>
          <p>
            Add this TXT record to the DNS of {domain}, where it remains. It can take an hour to be visible.
          </p>
          <CopiedValues
            values={[
              ['Name', recordName],
              ['Value', recordValue],
            ]}
          />
        </>
      )}
      <div className="page-actions">
        {needsRecord && (
          <Button
            kind="primary"
            busy={prove.running}
            busyLabel="Checking…"
            onClick={() => void prove.act({ params })}
          >
            Check now<span className="hidden-text"> for {domain}</span>
          </Button>
        )}
        <Button busy={remove.running} busyLabel="Removing…" onClick={() => void onRemove()}>
          Remove<span className="hidden-text"> {domain}</span>
        </Button>
      </div>
    </section>
  );
}
