import type * as z from 'zod';
import { singleSignOn } from '../../../shared/contracts/single-sign-on.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { type identityProviderForm } from '../../../shared/single-sign-on/identity-provider.ts';
import {
  domainRecord,
  provenDomains,
  requiredNeedsDomain,
  type SignOn,
  type SignOnPolicy,
  type StoredProvider,
  unusedFields,
} from '../../../shared/single-sign-on/sign-on.ts';
import { formerUser } from '../../../shared/users/names.ts';
import { canConfirm } from '../../../shared/administrators/administrator.ts';
import { confirmingAt, requireConfirmingAdministrator } from '../../administrators/second-person.ts';
import { handle } from '../../handle.ts';
import { currentManagers } from '../../managers/store.ts';
import { loadPartner } from '../../partners/store.ts';
import { tokenTime } from '../../platform/clock.ts';
import { connectionError, guardedFetch } from '../../platform/guarded-fetch.ts';
import { endAfter, milliseconds } from '../../platform/time-and-chance.ts';
import type { Caller } from '../../users/caller.ts';
import { loadUser, loadUserNames } from '../../users/store.ts';
import { accessOf } from '../../users/user.ts';
import { saveSignOn } from '../announce.ts';
import { checkIssuer, ProviderError, redirectAddress, requireSecret } from '../oidc.ts';
import { beginLogin } from '../provider-login.ts';
import { certificateOf, readProviderMetadata, samlPortal } from '../saml.ts';
import { hasChanged, lastSignOns } from '../log-in-store.ts';
import {
  canUsePasswordOf,
  hasLeft,
  lacksPasswords,
  loadSignOn,
  sealSecret,
} from '../../users/sign-on-store.ts';

const listedProvider = ({ certificates, ...provider }: StoredProvider) => ({
  ...provider,
  certificates: certificates.map(certificateOf),
});

/** Throws ('invalid') unless the caller is a second person for a draft: not its author, and neither of both has added or changed the other. */
async function requireSecond({ partnerId, draft }: SignOn, { userId }: Caller, now: Date): Promise<void> {
  if (!draft) throw noDraft();
  if (!draft.isTried) throw new Refusal('invalid', 'Try the change before it takes effect.');
  if (draft.savedBy === userId)
    throw new Refusal('invalid', 'Another person confirms the change than the one who saved it.');
  // as long before the draft as new administrators wait
  const since = new Date(Date.parse(draft.savedAt) - confirmingAt(now).waitHours * 3_600_000);
  const isOf = (author: string, other: string) =>
    hasChanged(author, { userId: other, partnerId }, since.toISOString());
  if (await isOf(draft.savedBy, userId))
    throw new Refusal(
      'invalid',
      'The person who saved the change recently added your account or changed its access. Another person confirms the change.',
    );
  if (await isOf(userId, draft.savedBy))
    throw new Refusal(
      'invalid',
      'You recently added the account of the person who saved the change, or changed its access. Another person confirms the change.',
    );
}

/** True while the person who saved a draft could still save it. */
async function countsAsFirst(
  partnerId: string,
  { savedBy }: NonNullable<SignOn['draft']>,
  now: Date,
): Promise<boolean> {
  const user = await loadUser(savedBy);
  if (user?.role === 'systemAdmin') return canConfirm(user, confirmingAt(now));
  return (
    user?.partnerId === partnerId && !user.disabled && accessOf(user) === 'full' && !(await hasLeft(user))
  );
}

function portalOf(partnerId: string) {
  const { entityId, address } = samlPortal(partnerId);
  return {
    redirectAddress: redirectAddress(),
    logoutAddress: `${process.env.SITE_ADDRESS ?? ''}/api/single-sign-on/logout/${partnerId}`,
    samlEntityId: entityId,
    samlAddress: address,
    samlMetadataAddress: entityId,
  };
}

const managersOf = async (partnerId: string) =>
  (await currentManagers(partnerId)).filter((user) => canUsePasswordOf(partnerId, user));

export const settingsHandler = handle(
  singleSignOn.settings,
  async ({ params: { partnerId }, caller, now }) => {
    const [{ name: partnerName }, signOn, managers, events] = await Promise.all([
      loadPartner(partnerId),
      loadSignOn(partnerId),
      managersOf(partnerId),
      lastSignOns(partnerId),
    ]);
    const { active, draft, domains, version } = signOn;
    const names = await loadUserNames(draft ? [draft.savedBy] : []);
    return {
      partnerName,
      active: active && listedProvider(active),
      draft: draft && {
        ...listedProvider(draft),
        savedByName: names.get(draft.savedBy) ?? formerUser,
        savedAt: draft.savedAt,
        isTried: draft.isTried,
        canConfirm: await requireSecond(signOn, caller, now).then(
          () => true,
          () => false,
        ),
      },
      domains: domains.map((emailDomain) => ({
        domain: emailDomain.domain,
        ...domainRecord(emailDomain),
        provenAt: emailDomain.provenAt,
        missingSince: emailDomain.missingSince ?? null,
      })),
      portal: portalOf(partnerId),
      lacksPasswords: await lacksPasswords(signOn),
      managers: managers.map(({ id, firstName, lastName }) => ({
        userId: id,
        fullName: `${firstName} ${lastName}`,
      })),
      events: events.map(({ when, userName, isFailure, description }) => ({
        at: when,
        userName,
        isFailure,
        description,
      })),
      version,
    };
  },
);

type Form = z.output<typeof identityProviderForm>;
type ProviderFields = Omit<StoredProvider, 'id' | 'policy'>;

const refusedField = (error: unknown, field: string): never => {
  if (error instanceof ProviderError) throw new Refusal('invalid', error.message, field);
  throw error;
};

async function oidcFields(
  partnerId: string,
  { issuer, clientId, clientSecret, secretExpiresOn }: Extract<Form['provider'], { protocol: 'oidc' }>,
  before: StoredProvider | null,
): Promise<ProviderFields> {
  await checkIssuer(issuer).catch((error: unknown) => refusedField(error, 'provider.issuer'));
  const isSame = before?.issuer === issuer && before.clientId === clientId;
  const sealedSecret = clientSecret
    ? await sealSecret(partnerId, clientSecret)
    : isSame
      ? before.sealedSecret
      : null;
  // a stored secret is never sent to another issuer
  if (sealedSecret === null)
    throw new Refusal('invalid', 'Client secret is required.', 'provider.clientSecret');
  if (clientSecret) await requireSecret(clientSecret);
  return { ...unusedFields, protocol: 'oidc', issuer, clientId, sealedSecret, secretExpiresOn };
}

const metadataMs = 4000;

async function metadataText(address: string): Promise<string> {
  const field = 'provider.metadataAddress';
  const response = await guardedFetch(endAfter(metadataMs))(address).catch((error: unknown) => {
    throw new Refusal('invalid', connectionError(error) ?? 'The metadata could not be read.', field);
  });
  if (!response.ok)
    throw new Refusal('invalid', `The metadata address responded with ${response.status}.`, field);
  return response.text();
}

async function samlFields({
  metadata = '',
  metadataAddress = '',
}: Extract<Form['provider'], { protocol: 'saml' }>): Promise<ProviderFields> {
  if ((metadata === '') === (metadataAddress === ''))
    throw new Refusal('invalid', 'Enter the metadata or its address.', 'provider.metadata');
  const text = metadata || (await metadataText(metadataAddress));
  const metadataFields = readProviderMetadata(text, new Date(milliseconds()));
  return { ...unusedFields, protocol: 'saml', ...metadataFields, metadataAddress: metadataAddress || null };
}

/**
 * Throws ('invalid') unless people can reach a required log-in by a proven domain, and two managers keep a password for an
 * outage of the provider.
 */
async function requirePolicy(
  { partnerId, domains }: SignOn,
  { isRequired, breakGlassUserIds }: SignOnPolicy,
): Promise<void> {
  if (!isRequired) return;
  if (provenDomains({ domains }).length === 0)
    throw new Refusal('invalid', requiredNeedsDomain, 'policy.isRequired');
  const ids = new Set((await managersOf(partnerId)).map(({ id }) => id));
  const chosen = new Set(breakGlassUserIds.filter((id) => ids.has(id)));
  if (chosen.size !== 2)
    throw new Refusal(
      'invalid',
      'Select two managers with full access whose passwords remain valid while the provider does not respond.',
      'policy.breakGlassUserIds',
    );
}

const requireVersion = ({ version }: SignOn, expected: number): void => {
  if (version !== expected)
    throw new Refusal('conflict', 'Someone else changed single sign-on. Reload and try again.');
};

export const saveProviderHandler = handle(
  singleSignOn.saveProvider,
  async ({ params: { partnerId }, body, caller, now, newId }) => {
    const before = await loadSignOn(partnerId);
    requireVersion(before, body.version);
    await loadPartner(partnerId);
    await requirePolicy(before, body.policy);
    const { provider, policy } = body;
    const fields =
      provider.protocol === 'oidc'
        ? await oidcFields(partnerId, provider, before.draft ?? before.active)
        : await samlFields(provider);
    const { userId: savedBy } = caller;
    const draft = { ...fields, id: newId(), policy, savedBy, savedAt: now.toISOString(), isTried: false };
    const { issuer, protocol, clientId } = draft;
    await saveSignOn(
      before,
      { ...before, draft },
      {
        name: 'single sign-on saved',
        detail: { protocol, issuer, clientId, policy },
        what: 'saved a change of single sign-on, which awaits the confirmation of a second person,',
      },
      { caller, now },
    );
    return { success: true, message: 'The change is saved. Try it, then a second person confirms it.' };
  },
);

const noDraft = () => new Refusal('not-found', 'No change of single sign-on is waiting.');

export const tryProviderHandler = handle(
  singleSignOn.tryProvider,
  async ({ params: { partnerId }, body: { binding }, caller, now }) => {
    const { draft } = await loadSignOn(partnerId);
    if (!draft) throw noDraft();
    const { userId, session } = caller;
    const begun = { purpose: 'trial', binding, userName: caller.user?.email ?? '', userId, session } as const;
    return { address: await beginLogin(draft, partnerId, begun, now) };
  },
);

export const confirmProviderHandler = handle(
  singleSignOn.confirmProvider,
  async ({ params: { partnerId }, body, caller, now }) => {
    const before = await loadSignOn(partnerId);
    requireVersion(before, body.version);
    const { draft } = before;
    if (!draft) throw noDraft();
    await requireSecond(before, caller, now);
    if (caller.role === 'systemAdmin')
      await requireConfirmingAdministrator(caller.userId, now, 'confirm single sign-on');
    if (!(await countsAsFirst(partnerId, draft, now)))
      throw new Refusal(
        'invalid',
        'The person who saved the change can no longer do so. Save it again, then another person confirms it.',
      );
    // the managers may have changed since
    await requirePolicy(before, draft.policy);
    const { savedBy: _by, savedAt: _at, isTried: _tried, ...active } = draft;
    const isSame = before.active?.issuer === active.issuer;
    const activeSince = isSame ? before.activeSince : tokenTime();
    await saveSignOn(
      before,
      { ...before, active, activeSince, draft: null, notices: [] },
      {
        name: 'single sign-on confirmed',
        detail: { issuer: active.issuer, policy: active.policy },
        what: 'put a change into effect in the single sign-on',
      },
      { caller, now },
    );
    return { success: true, message: 'Single sign-on is on with these settings.' };
  },
);

export const discardProviderHandler = handle(
  singleSignOn.discardProvider,
  async ({ params: { partnerId }, caller, now }) => {
    const before = await loadSignOn(partnerId);
    if (!before.draft) throw noDraft();
    const event = {
      name: 'single sign-on discarded',
      what: 'discarded a waiting change of the single sign-on',
    } as const;
    await saveSignOn(before, { ...before, draft: null }, event, { caller, now });
    return { success: true, message: 'The change was discarded.' };
  },
);

export const turnOffHandler = handle(singleSignOn.turnOff, async ({ params: { partnerId }, caller, now }) => {
  const before = await loadSignOn(partnerId);
  if (!before.active) throw new Refusal('not-found', 'Single sign-on is off already.');
  const detail = { issuer: before.active.issuer };
  const event = { name: 'single sign-on turned off', detail, what: 'turned off the single sign-on' } as const;
  await saveSignOn(before, { ...before, active: null }, event, { caller, now });
  return { success: true, message: 'Single sign-on is off. People log in with their passwords again.' };
});
