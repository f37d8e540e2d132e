import {
  sessionLimits,
  signOn,
  type SignOn,
  type StoredProvider,
} from '../../shared/single-sign-on/sign-on.ts';
import type { Member } from '../../shared/members/member.ts';
import { Refusal } from '../../shared/refusal.ts';
import { isCurrent, type StoredSession } from '../../shared/users/sessions.ts';
import {
  isOnRoster,
  isPasswordClosed,
  opensAccount,
  type Person,
} from '../../shared/single-sign-on/who-may-log-in.ts';
import { tokenTime } from '../platform/clock.ts';
import { digestOf } from '../platform/digest.ts';
import { keyVersions } from '../platform/key-versions.ts';
import { openWith, sealWith } from '../platform/token-seal.ts';
import { auditWrite } from '../table/audit.ts';
import { getItems } from '../table/batch-get-items.ts';
import { change } from '../table/change.ts';
import { entity, sortsBy } from '../table/entity.ts';
import { getItem } from '../table/get-item.ts';
import { keys, lists } from '../table/keys.ts';
import { listOf, pagesOfList } from '../table/list.ts';
import { put } from '../table/put-item.ts';
import { get, getMany } from '../table/table.ts';
import type { Change, Write } from '../table/write.ts';
import { emailCredentialChange } from './credential-email.ts';
import { accessOf, type User, userEntity } from './user.ts';

const domainKind = 'email-domain';
export const signOnColumns = ['partnerId'] as const;

const signOnEntity = entity({
  name: 'single sign-on',
  schema: signOn,
  key: ({ partnerId }) => keys.signOn(partnerId),
  inList: ({ partnerId }) => ({ list: lists.signOns(), sorts: sortsBy(signOnColumns, { partnerId }) }),
  // a domain belongs to the partner that proved it first
  unique: ({ domains }) =>
    domains.flatMap(({ domain, provenAt }) =>
      provenAt === null ? [] : [{ kind: domainKind, value: domain }],
    ),
});

/** Returns the stored single sign-on of a partner, or an empty one (version 0). */
export const loadSignOn = async (partnerId: string): Promise<SignOn> =>
  (await get(signOnEntity, keys.signOn(partnerId))) ?? {
    partnerId,
    active: null,
    activeSince: 0,
    draft: null,
    domains: [],
    notices: [],
    version: 0,
  };

/** Returns the writes of a change; a domain of another partner is refused. */
export const signOnChange = (before: SignOn, after: SignOn): Change[] =>
  change(signOnEntity, before.version === 0 ? null : before, after, {
    lost: new Refusal('conflict', 'Someone else changed single sign-on. Reload and try again.'),
    duplicates: {
      [domainKind]: new Refusal(
        'conflict',
        'Another partner of Wellport has proven this domain. Contact us if it is yours.',
        'domain',
      ),
    },
  });

export async function findSignOnOfDomain(domain: string): Promise<SignOn | undefined> {
  const item = domain === '' ? undefined : await getItem(keys.unique(domainKind, domain));
  const partnerId = /^SINGLE-SIGN-ON#(.+)\|SINGLE-SIGN-ON$/.exec(String(item?.owner))?.[1];
  return partnerId === undefined ? undefined : loadSignOn(partnerId);
}

export async function* allSignOns(): AsyncGenerator<SignOn> {
  const list = listOf(lists.signOns(), signOnColumns, signOnEntity);
  for await (const { rows } of pagesOfList(list, 'partnerId', {})) yield* rows;
}

const secretKeyOf = (key: Buffer, partnerId: string): string =>
  `${key.toString('base64')} provider secret ${partnerId}`;

export async function sealSecret(partnerId: string, secret: string): Promise<string> {
  const [current] = await keyVersions('fingerprintKey');
  if (!current) throw new Error('the portal has no key');
  return `${current.version}.${sealWith(secretKeyOf(current.key, partnerId), secret)}`;
}

export async function openSecret(
  partnerId: string,
  { sealedSecret }: Pick<StoredProvider, 'sealedSecret'>,
): Promise<string> {
  if (sealedSecret === null) return '';
  const [version = '', sealed = ''] = sealedSecret.split('.');
  const versions = await keyVersions('fingerprintKey', Number(version));
  const key = versions.find((candidate) => candidate.version === Number(version))?.key;
  if (!key) throw new Error(`version ${version} of the key is missing`);
  return openWith(secretKeyOf(key, partnerId), sealed);
}

/** Kind of the unique names that link users with identities; value: `identityKey`. */
const identityKind = 'provider-identity';

/** Key of an identity: a subject belongs to an issuer, and a partner's provider speaks for this partner only. */
export const identityKey = (
  partnerId: string,
  { issuer, subject }: { issuer: string; subject: string },
): string => digestOf(JSON.stringify([partnerId, issuer, subject]));

const sessionKey = (partnerId: string, issuer: string, providerSession: string) =>
  keys.providerSession(digestOf(JSON.stringify([partnerId, issuer, providerSession])));

/** Returns the write that finds the user of a provider's session, for a logout token without a subject. */
export const providerSessionStarted = (
  userId: string,
  { partnerId, issuer, providerSession }: NonNullable<StoredSession['provider']>,
  expiresAt: number,
): Write[] =>
  providerSession === undefined
    ? []
    : [
        {
          item: put({
            ...sessionKey(partnerId, issuer, providerSession),
            entity: 'provider session',
            userId,
            expiresAt,
          }),
        },
      ];

export async function userIdOf(
  partnerId: string,
  issuer: string,
  { subject, providerSession }: { subject: string | null; providerSession: string | null },
): Promise<string | undefined> {
  if (subject !== null) {
    const name = await getItem(keys.unique(identityKind, identityKey(partnerId, { issuer, subject })));
    return /^USER#(.+)\|USER$/.exec(String(name?.owner))?.[1];
  }
  const item =
    providerSession === null ? undefined : await getItem(sessionKey(partnerId, issuer, providerSession));
  return item && String(item.userId);
}

export async function personOf(user: User): Promise<Person> {
  const only = ['partnerId', 'invitationStatus'];
  const members = await getItems(user.memberIds.map(keys.member), { only, consistent: true });
  return { user, members: members as unknown as Person['members'] };
}

/** True if the partner's directory (SCIM) has deactivated a person with one of the addresses, such as a manager who left. */
export async function hasLeftDirectory(partnerId: string, emails: readonly string[]): Promise<boolean> {
  const addresses = [...new Set(emails.map((email) => email.toLowerCase()))];
  const found = addresses.flatMap((email) =>
    ['userName', 'email'].map((kind) => isDeactivated(partnerId, kind, email)),
  );
  return (await Promise.all(found)).includes(true);
}

/** True for a manager who left the partner's directory under any address; the roster decides about members. */
export const hasLeft = async ({
  role,
  partnerId,
  email,
  otherEmails = [],
}: Pick<User, 'role' | 'partnerId' | 'email' | 'otherEmails'>): Promise<boolean> =>
  role === 'partnerManager' && partnerId !== null && hasLeftDirectory(partnerId, [email, ...otherEmails]);

const directoryOf = (item: Record<string, unknown> | undefined) =>
  (item?.directory ?? {}) as NonNullable<Member['directory']>;

async function isDeactivated(partnerId: string, kind: string, email: string): Promise<boolean> {
  const digest = digestOf(email).slice(0, 32);
  const name = await getItem(keys.directoryName(partnerId, kind, digest));
  const item = name && (await getItem(keys.member(String(name.resourceId))));
  const { successorId } = directoryOf(item);
  const current = successorId === undefined ? item : await getItem(keys.member(successorId));
  const { inactive, removed } = directoryOf(current);
  const isEnded = inactive === true || removed === true;
  return isEnded && !isOnRoster(current as unknown as Person['members'][number]);
}

const partnersOf = ({ role, partnerId, memberPartnerIds }: User): string[] =>
  role === 'partnerManager' && partnerId !== null ? [partnerId] : role === 'member' ? memberPartnerIds : [];

/**
 * The one rule of passwords: returns whether a user may log in, stay logged in, set a password, and confirm actions with
 * one. False while an employer requires its identity provider, and for managers who left its directory.
 */
export async function mayUsePassword(user: User): Promise<boolean> {
  const partnerIds = partnersOf(user);
  if (partnerIds.length === 0) return true;
  const [signOns, isFormer] = await Promise.all([
    getMany(signOnEntity, partnerIds.map(keys.signOn), { consistent: true }),
    // also while single sign-on is off or optional, and for a password that remains for an outage
    hasLeft(user),
  ]);
  if (isFormer) return false;
  const required = signOns.filter(({ active }) => active?.policy.isRequired);
  if (required.length === 0) return true;
  const person = await personOf(user);
  return !required.some(
    ({ active, partnerId }) => active && isPasswordClosed(active.policy, partnerId, person),
  );
}

/** True for a manager with full access who can log in: the password can remain valid while the partner's provider is required. */
export const canUsePasswordOf = (partnerId: string, user: User): boolean =>
  user.partnerId === partnerId && !user.disabled && user.awaitsPassword !== true && accessOf(user) === 'full';

/** True if a required provider has fewer than two managers who can log in with a password while it does not respond. */
export async function lacksPasswords({ partnerId, active }: SignOn): Promise<boolean> {
  if (!active?.policy.isRequired) return false;
  const users = await getMany(userEntity, active.policy.breakGlassUserIds.map(keys.user));
  const remaining = users.filter((user) => canUsePasswordOf(partnerId, user));
  return remaining.length < 2 || (await Promise.all(remaining.map(hasLeft))).includes(true);
}

const accessEnded = 'Your employer ended your access. Contact your HR department.';

export async function requirePassword(user: User): Promise<void> {
  if (!(await mayUsePassword(user)))
    throw new Refusal(
      'invalid',
      (await hasLeft(user))
        ? accessEnded
        : 'Your employer requires its own log-in, so a password has no effect. Enter your email under Log in, and continue there.',
      'password',
    );
}

/** The one rule of new people of a partner: throws ('invalid') unless its provider identified them where it is required. */
export async function requireProviderOf(partnerId: string, issuer?: string): Promise<void> {
  const { active } = await loadSignOn(partnerId);
  if (active?.policy.isRequired && active.issuer !== issuer)
    throw new Refusal(
      'invalid',
      'The employer requires its own log-in, so a password has no effect. Open the newest invitation, and continue there with the log-in of the employer.',
      'provider',
    );
}

/** Returns the change of a user's record that links an identity; an identity of the same partner is replaced. */
export const linkedUser = (
  { identities = [] }: Pick<User, 'identities'>,
  partnerId: string,
  linked: Omit<NonNullable<User['identities']>[number], 'partnerId'>,
): Pick<User, 'identities'> => ({
  identities: [...identities.filter((other) => other.partnerId !== partnerId), { partnerId, ...linked }],
});

export const linkAudit = (partnerId: string, userId: string, issuer: string, now: Date) =>
  auditWrite(
    { name: 'single sign-on linked', subject: `user ${userId}`, partnerId, who: userId, after: { issuer } },
    now,
  );

export const emailLinked = (user: User, partnerName: string): Promise<void> =>
  emailCredentialChange(user, `From now on, you can log in with the log-in of ${partnerName}.`);

/** Throws ('invalid') if actions of a session are confirmed at the provider only. */
export async function requireStepUpHere(session: StoredSession | undefined): Promise<void> {
  if (!session?.provider) return;
  const { active } = await loadSignOn(session.provider.partnerId);
  // a password confirms no authentication class
  if (active?.policy.stepUpAtProvider || active?.policy.contextClass)
    throw new Refusal('invalid', 'Confirm this action with the log-in of your employer.', 'provider');
}

/** The one rule of open sessions: returns whether a session's log-in would still be permitted. */
export async function isPermittedSession(user: User, session: StoredSession): Promise<boolean> {
  const { provider, startedAt } = session;
  if (!provider) return mayUsePassword(user);
  const { partnerId } = provider;
  const key = identityKey(partnerId, provider);
  if (!user.identities?.some((identity) => identity.key === key)) return false;
  const [{ active, activeSince }, person, isFormer] = await Promise.all([
    loadSignOn(partnerId),
    personOf(user),
    hasLeft(user),
  ]);
  if (active?.issuer !== provider.issuer || startedAt < activeSince || isFormer) return false;
  // the policy can have changed since the log-in
  const limited = { ...session, ...sessionLimits(active.policy, startedAt) };
  return isCurrent(limited, Infinity, tokenTime()) && opensAccount(partnerId, person);
}
