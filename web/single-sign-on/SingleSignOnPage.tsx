import { type ReactNode, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { singleSignOn } from '../../shared/contracts/single-sign-on.ts';
import { partnerPage } from '../app/PartnerFrame.tsx';
import { useAction, useEndpoint } from '../app/data.ts';
import { browserBinding } from '../app/provider-login.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { useConfirm } from '../ui/ConfirmDialog.tsx';
import { DescriptionList } from '../ui/DescriptionList.tsx';
import { showDate } from '../ui/formatted-text.tsx';
import { PageHeading } from '../ui/PageTitle.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { EmptyState, FailedState, SkeletonLines } from '../ui/states.tsx';
import { Table } from '../ui/Table.tsx';
import type { Trial } from './CompanyLoginPage.tsx';
import { DomainsCard, PortalCard } from './Domains.tsx';
import { protocolNames, type Provider, ProviderForm, type Settings } from './ProviderForm.tsx';

export default partnerPage(function SingleSignOnPage({ partnerId }) {
  const { data, error, retrying, reload } = useEndpoint(singleSignOn.settings, { params: { partnerId } });
  const save = useAction(singleSignOn.saveProvider, singleSignOn.settings);
  const [isEditing, setEditing] = useState(false);
  const { state } = useLocation() as { state: { trial?: Trial } | null };
  const trial = state?.trial?.partnerId === partnerId ? state.trial : undefined;
  const heading = (
    <PageHeading
      title="Single sign-on"
      lead="Managers and employees log in at the identity provider of their organization. A person who leaves it is logged out immediately."
    />
  );
  if (!data)
    return (
      <>
        {heading}
        {error ? (
          <FailedState error={error} onRetry={reload} retrying={retrying} />
        ) : (
          <SkeletonLines lines={8} />
        )}
      </>
    );
  if (isEditing)
    return (
      <>
        {heading}
        <Card title={data.active || data.draft ? 'Change single sign-on' : 'Set up single sign-on'}>
          <p>
            A saved change takes effect when you have tried it and a second person has confirmed it.
            {data.active && ' Until then, the current provider stays in effect.'}
          </p>
          <ProviderForm
            settings={data}
            stored={data.draft ?? data.active ?? undefined}
            onSave={async (body) => {
              await save.run({ params: { partnerId }, body });
              setEditing(false);
            }}
            onCancel={() => setEditing(false)}
          />
        </Card>
      </>
    );
  const onEdit = () => setEditing(true);
  return (
    <>
      {heading}
      {/* outdated by another change */}
      {trial && data.draft?.isTried && <TrialCard trial={trial} />}
      {data.draft && <DraftCard partnerId={partnerId} settings={data} draft={data.draft} onEdit={onEdit} />}
      <StatusCard partnerId={partnerId} settings={data} onEdit={onEdit} />
      <PortalCard portal={data.portal} protocol={(data.draft ?? data.active)?.protocol} />
      <DomainsCard partnerId={partnerId} domains={data.domains} />
      <EventsCard events={data.events} />
    </>
  );
});

function detailsOf(provider: Provider, managers: Settings['managers']): [string, ReactNode][] {
  const { protocol, certificates, secretExpiresOn, policy } = provider;
  const nameOf = (id: string) => managers.find(({ userId }) => userId === id)?.fullName ?? 'Removed manager';
  return [
    ['Protocol', protocolNames[protocol]],
    ['Issuer', provider.issuer],
    protocol === 'oidc'
      ? ['Client ID', provider.clientId]
      : ['Metadata address', provider.metadataAddress ?? 'From a file'],
    ...certificates.map(({ subject, expiresAt }, index): [string, ReactNode] => [
      certificates.length > 1 ? `Certificate ${index + 1}` : 'Certificate',
      `${subject}, expires on ${showDate(expiresAt)}`,
    ]),
    ...(protocol === 'oidc'
      ? [['Secret expires on', secretExpiresOn && showDate(secretExpiresOn)] satisfies [string, ReactNode]]
      : []),
    ['Required', policy.isRequired ? 'Yes: passwords do not work' : 'No: passwords work as well'],
    ['Managers with a password', policy.isRequired ? policy.breakGlassUserIds.map(nameOf).join(', ') : 'All'],
    [
      'Sensitive actions',
      policy.stepUpAtProvider || policy.contextClass ? 'Confirmed at the provider' : 'As in the portal',
    ],
    [
      'Authentication class',
      policy.contextClass
        ? `${policy.contextClass} ${policy.requiresClassAtLogIn ? 'at each log-in' : 'for sensitive actions'}`
        : 'Any',
    ],
    ['Enrollment', policy.canRequestEnrollment ? 'Can be requested' : 'By the roster only'],
    ['Longest session', policy.sessionHours ? `${policy.sessionHours} hours` : 'As in the portal'],
    ['Without use', policy.idleMinutes ? `Ends after ${policy.idleMinutes} minutes` : 'As in the portal'],
  ];
}

interface StatusProps {
  partnerId: string;
  settings: Settings;
  onEdit: () => void;
}

function StatusCard({ partnerId, settings, onEdit }: StatusProps) {
  const { active, draft, managers } = settings;
  const turnOff = useAction(singleSignOn.turnOff, singleSignOn.settings);
  const confirm = useConfirm();
  if (!active)
    return draft ? null : (
      <EmptyState
        icon="lock"
        title="Single sign-on is off"
        text="Your people log in with passwords. Connect Microsoft Entra ID, Okta, Google Workspace, or another provider by OpenID Connect or SAML 2.0."
        action={
          <Button kind="action" onClick={onEdit}>
            Set up single sign-on
          </Button>
        }
      />
    );
  const onTurnOff = async () => {
    const isSure = await confirm({
      title: 'Turn off single sign-on?',
      text: 'Sessions that began at your provider end now, and passwords work again. People without a password choose one with “Forgot password?”.',
      action: 'Turn off single sign-on',
      danger: true,
    });
    if (isSure) await turnOff.act({ params: { partnerId } });
  };
  return (
    <Card title="In effect" aside={<StatusBadge color="green" label="On" />}>
      {settings.lacksPasswords && (
        <div className="alert alert-warning">
          <div>
            <p className="alert-title">Fewer than two managers have a password.</p>
            <p>
              If your provider fails, too few people can log in. Change the policy and select two managers.
            </p>
          </div>
        </div>
      )}
      <DescriptionList items={detailsOf(active, managers)} />
      <div className="page-actions">
        {!draft && <Button onClick={onEdit}>Change</Button>}
        <Button busy={turnOff.running} busyLabel="Turning off…" onClick={() => void onTurnOff()}>
          Turn off
        </Button>
      </div>
    </Card>
  );
}

interface DraftProps extends StatusProps {
  draft: NonNullable<Settings['draft']>;
}

function DraftCard({ partnerId, settings, draft, onEdit }: DraftProps) {
  const confirmChange = useAction(singleSignOn.confirmProvider, singleSignOn.settings);
  const discard = useAction(singleSignOn.discardProvider, singleSignOn.settings);
  const tryOut = useAction(singleSignOn.tryProvider);
  const confirm = useConfirm();
  const params = { partnerId };
  const onTry = async () => {
    const begun = await tryOut.act({ params, body: { binding: await browserBinding() } });
    if (begun) window.location.assign(begun.address);
  };
  const onDiscard = async () => {
    const isSure = await confirm({
      title: 'Discard this change?',
      text: settings.active ? 'The current provider stays in effect.' : 'Single sign-on stays off.',
      action: 'Discard change',
      danger: true,
    });
    if (isSure) await discard.act({ params });
  };
  return (
    <Card title="Waiting change" aside={<StatusBadge color="yellow" {...nextStep(draft)} />}>
      <p>
        Saved by {draft.savedByName} on {showDate(draft.savedAt)}.{' '}
        {settings.active ? 'The current provider stays in effect until then.' : 'Passwords work until then.'}
      </p>
      <DescriptionList items={detailsOf(draft, settings.managers)} />
      {draft.isTried && !draft.canConfirm && (
        <p>
          Another manager with full access or an administrator of Wellport confirms this change here. They
          were emailed.
        </p>
      )}
      <div className="page-actions">
        {draft.isTried && draft.canConfirm && (
          <Button
            kind="action"
            busy={confirmChange.running}
            busyLabel="Confirming…"
            onClick={() => void confirmChange.act({ params, body: { version: settings.version } })}
          >
            Confirm change
          </Button>
        )}
        <Button
          kind={draft.isTried ? 'plain' : 'action'}
          busy={tryOut.running}
          busyLabel="Opening…"
          onClick={() => void onTry()}
        >
          Try it
        </Button>
        <Button onClick={onEdit}>Edit</Button>
        <Button busy={discard.running} busyLabel="Discarding…" onClick={() => void onDiscard()}>
          Discard
        </Button>
      </div>
    </Card>
  );
}

const nextStep = ({ isTried }: { isTried: boolean }) => ({
  label: isTried ? 'Waiting for a second person' : 'Waiting for a trial',
});

const TrialCard = ({ trial: { effect, problems, claims } }: { trial: Trial }) => (
  <Card title="Result of the trial">
    <output>
      <strong>{effect}</strong> Nothing was changed.
    </output>
    {problems.length > 0 && (
      <div className="alert alert-warning">
        <div>
          {problems.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </div>
      </div>
    )}
    <Table
      caption="Claims that your provider sent"
      rows={claims.map((claim, index) => ({ ...claim, id: index }))}
      rowKey={({ id }) => String(id)}
      empty={<EmptyState title="No claims" text="Your provider sent no data about the person." />}
      columns={[
        { key: 'name', title: 'Claim', wrap: true },
        { key: 'value', title: 'Value', wrap: true },
      ]}
    />
  </Card>
);

const EventsCard = ({ events }: Pick<Settings, 'events'>) => (
  <Card title="Log-ins and failures">
    <Table
      caption="Log-ins and failures of the last 90 days"
      captionHidden
      rows={events.map((event, index) => ({ ...event, id: index }))}
      rowKey={({ id }) => String(id)}
      empty={<EmptyState title="No log-ins yet" text="Log-ins at your provider appear here for 90 days." />}
      columns={[
        { key: 'userName', title: 'Person', wrap: true },
        { key: 'at', title: 'Time', kind: 'date' },
        { key: 'description', title: 'Description', wrap: true },
        {
          key: 'status',
          title: 'Result',
          pinned: 'end',
          render: ({ isFailure }) =>
            isFailure ? (
              <StatusBadge color="beet" label="Failed" />
            ) : (
              <StatusBadge color="green" label="Logged in" />
            ),
        },
      ]}
    />
  </Card>
);
