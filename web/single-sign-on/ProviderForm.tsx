import { useWatch } from 'react-hook-form';
import * as z from 'zod';
import { singleSignOn } from '../../shared/contracts/single-sign-on.ts';
import type { ClientRequest, ResponseOf } from '../../shared/endpoint.ts';
import { calendarDate, choice, flag, wholeNumber } from '../../shared/fields.ts';
import { identityProviderForm } from '../../shared/single-sign-on/identity-provider.ts';
import { type IdentityProtocol, signOnPolicy } from '../../shared/single-sign-on/sign-on.ts';
import { Form } from '../app/form.tsx';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { fileField } from '../ui/file-field.ts';

export type Settings = ResponseOf<typeof singleSignOn.settings>;
export type Provider = NonNullable<Settings['active']>;
type Sent = ClientRequest<typeof singleSignOn.saveProvider>['body'];

export const protocolNames: Readonly<Record<IdentityProtocol, string>> = {
  oidc: 'OpenID Connect',
  saml: 'SAML 2.0',
};

const [oidc, saml] = identityProviderForm.shape.provider.options;
const metadataFile = { accept: ['.xml'], maxBytes: 200_000 } as const;

const provider = z.discriminatedUnion('protocol', [
  oidc.extend({
    protocol: oidc.shape.protocol.meta({ title: 'Protocol' }),
    secretExpiresOn: calendarDate('Secret expires on', { required: false }),
  }),
  saml.extend({ metadata: fileField({ label: 'Metadata file', required: false, ...metadataFile }) }),
]);

function formOf(managers: Settings['managers']) {
  const choices = managers.map(({ userId, fullName }) => ({ value: userId, label: fullName }));
  const policy = z.object({
    isRequired: flag('Require single sign-on: passwords stop working'),
    firstManager: choice('First manager with a password', choices, { required: false }),
    secondManager: choice('Second manager with a password', choices, { required: false }),
    stepUpAtProvider: flag('Confirm sensitive actions by a new log-in at the provider'),
    contextClass: signOnPolicy.shape.contextClass.meta({ title: 'Authentication class' }),
    requiresClassAtLogIn: flag('Require the authentication class at each log-in'),
    canRequestEnrollment: flag('People who are not on the roster can request enrollment'),
    sessionHours: wholeNumber('Longest session in hours', { least: 1, most: 720, required: false }),
    idleMinutes: wholeNumber('Minutes without use', { least: 5, most: 43_200, required: false }),
  });
  const hasTwo = ({ isRequired, firstManager, secondManager }: z.output<typeof policy>) =>
    !isRequired || (firstManager && secondManager && firstManager !== secondManager);
  const error = 'Select two different managers, who keep their passwords.';
  return z.object({ provider, policy: policy.refine(hasTwo, { path: ['secondManager'], error }) });
}

type Entered = z.input<ReturnType<typeof formOf>>;

function initialOf(stored: Provider | undefined): Entered {
  const [firstManager = '', secondManager = ''] = stored?.policy.breakGlassUserIds ?? [];
  const numberText = (number: number | null | undefined) => (number ? String(number) : '');
  // of both protocols, so that a change of the protocol does not lose the input
  const entries = {
    protocol: stored?.protocol ?? 'oidc',
    issuer: stored?.protocol === 'oidc' ? stored.issuer : '',
    clientId: stored?.clientId ?? '',
    clientSecret: '',
    secretExpiresOn: stored?.secretExpiresOn ?? '',
    metadataAddress: stored?.metadataAddress ?? '',
  } as Entered['provider'];
  return {
    provider: entries,
    policy: {
      isRequired: stored?.policy.isRequired ?? false,
      firstManager,
      secondManager,
      stepUpAtProvider: stored?.policy.stepUpAtProvider ?? false,
      contextClass: stored?.policy.contextClass ?? '',
      requiresClassAtLogIn: stored?.policy.requiresClassAtLogIn ?? false,
      canRequestEnrollment: stored?.policy.canRequestEnrollment ?? false,
      sessionHours: numberText(stored?.policy.sessionHours),
      idleMinutes: numberText(stored?.policy.idleMinutes),
    },
  };
}

const numberOf = (entered: string | number | undefined): number | null => (entered ? Number(entered) : null);

async function sentOf({ provider: entries, policy }: Entered, version: number): Promise<Sent> {
  const { firstManager, secondManager, sessionHours, idleMinutes, ...flags } = policy;
  const managers = flags.isRequired ? [String(firstManager), String(secondManager)] : [];
  return {
    provider:
      entries.protocol === 'oidc'
        ? { ...entries, secretExpiresOn: entries.secretExpiresOn || null }
        : { ...entries, metadata: (await entries.metadata?.text()) ?? '' },
    policy: {
      ...flags,
      breakGlassUserIds: managers,
      sessionHours: numberOf(sessionHours),
      idleMinutes: numberOf(idleMinutes),
    },
    version,
  };
}

interface ProviderFormProps {
  settings: Settings;
  stored: Provider | undefined;
  onSave: (body: Sent) => Promise<unknown>;
  onCancel: () => void;
}

export function ProviderForm({ settings, stored, onSave, onCancel }: ProviderFormProps) {
  return (
    <Form
      schema={formOf(settings.managers)}
      initial={initialOf(stored)}
      submitLabel="Save change"
      busyLabel="Saving…"
      safe="Nothing was changed. Your entries are still here."
      onSubmit={async (entered) => onSave(await sentOf(entered, settings.version))}
      actions={<Button onClick={onCancel}>Cancel</Button>}
    >
      <ProviderFields stored={stored} />
      <PolicyFields />
    </Form>
  );
}

function ProviderFields({ stored }: { stored: Provider | undefined }) {
  const protocol: unknown = useWatch({ name: 'provider.protocol' });
  return (
    <fieldset className="form-section">
      <legend>Identity provider</legend>
      <Field
        name="provider.protocol"
        kind="radio"
        options={Object.entries(protocolNames).map(([value, label]) => ({ value, label }))}
      />
      {protocol === 'saml' ? (
        <>
          <Field
            name="provider.metadataAddress"
            autoComplete="off"
            hint="The https address of the provider’s metadata. Save it again after a new certificate."
          />
          <Field
            name="provider.metadata"
            kind="file"
            {...metadataFile}
            hint="Instead of an address. Select the current file for each change."
          />
        </>
      ) : (
        <>
          <Field
            name="provider.issuer"
            autoComplete="off"
            hint="The https address before /.well-known/openid-configuration."
          />
          <Field name="provider.clientId" autoComplete="off" width="medium" />
          <Field
            name="provider.clientSecret"
            rows={3}
            autoComplete="off"
            hint={
              stored?.protocol === 'oidc'
                ? 'Leave it empty to keep the current one.'
                : 'A client secret, or a private key in PEM format.'
            }
          />
          <Field
            name="provider.secretExpiresOn"
            hint="As your provider shows it. We remind you 60, 30, and 7 days before."
          />
        </>
      )}
    </fieldset>
  );
}

function PolicyFields() {
  const isRequired: unknown = useWatch({ name: 'policy.isRequired' });
  return (
    <fieldset className="form-section">
      <legend>Policy</legend>
      <Field
        name="policy.isRequired"
        hint="Everyone at your organization logs in at the provider. Sessions that began with a password end."
      />
      {isRequired === true && (
        <>
          <div className="alert alert-warning">
            <div>
              <p className="alert-title">If your provider fails, only two managers can log in.</p>
              <p>Select the managers who keep their passwords, which they store safely.</p>
            </div>
          </div>
          <div className="form-grid">
            <Field name="policy.firstManager" required />
            <Field name="policy.secondManager" required />
          </div>
        </>
      )}
      <Field name="policy.stepUpAtProvider" hint="Instead of a password, such as for a new bank account." />
      <Field
        name="policy.contextClass"
        autoComplete="off"
        hint="The acr (OpenID Connect) or AuthnContextClassRef (SAML) that the provider must confirm for sensitive actions and when you try the settings, such as for two factors. Empty: any."
      />
      <Field
        name="policy.requiresClassAtLogIn"
        hint="If it is not selected, the class is required for sensitive actions only."
      />
      <Field name="policy.canRequestEnrollment" hint="Your HR manager confirms each request." />
      <div className="form-grid">
        <Field name="policy.sessionHours" hint="Empty: the portal’s own limit." />
        <Field name="policy.idleMinutes" hint="Empty: the portal’s own limit, which it never exceeds." />
      </div>
    </fieldset>
  );
}
