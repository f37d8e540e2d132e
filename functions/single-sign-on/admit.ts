import { dateInChicago } from '../../shared/calendar.ts';
import { lastDayOf } from '../../shared/enrollment/invitation.ts';
import { signUpDays, signUpForm } from '../../shared/employees/sign-up.ts';
import { invited, type Member } from '../../shared/members/member.ts';
import { Refusal } from '../../shared/refusal.ts';
import { type ProviderLogin } from '../../shared/single-sign-on/identity-provider.ts';
import { domainOf, provenDomains, sessionLimits, type SignOn } from '../../shared/single-sign-on/sign-on.ts';
import {
  type ProviderIdentity,
  admissionOf,
  isOnRoster,
  isVerifiedAddress,
  type Admission,
  type Candidates,
} from '../../shared/single-sign-on/who-may-log-in.ts';
import { ownAddress } from '../../shared/users/sign-in-attempts.ts';
import {
  addressDigest,
  findSignUp,
  isCurrent,
  requireSpaceForSignUp,
  signUpChange,
  subjectOfSignUp,
} from '../employees/sign-up-store.ts';
import { personByExternalId } from '../integrations/scim/directory-store.ts';
import { invitationToken, tokenHashOf } from '../members/invitation-token.ts';
import {
  createAccount,
  invitationChange,
  loadInvitation,
  saveAcceptance,
} from '../members/invitation-store.ts';
import { findMember, loadMember, memberKeyOfEmail } from '../members/store.ts';
import { loadPartner } from '../partners/store.ts';
import { tokenTime } from '../platform/clock.ts';
import { newOrderedId } from '../platform/time-and-chance.ts';
import { countWithin } from '../site/site-email-count-store.ts';
import { auditWrite } from '../table/audit.ts';
import { transact } from '../table/transact.ts';
import { afterSignOut } from '../users/end-sessions.ts';
import { startSession } from '../users/session-store.ts';
import { signInWithoutPassword } from '../platform/pool-tickets.ts';
import { findUserByEmail, hasSignIn, loadUser } from '../users/store.ts';
import { poolIdOf, type User, withOtherEmail } from '../users/user.ts';
import { type Arrival, confirmByEmail, dayMs, failedLogIn } from './provider-login.ts';
import { recordSignOn } from './log-in-store.ts';
import {
  emailLinked,
  hasLeftDirectory,
  identityKey,
  linkAudit,
  linkedUser,
  personOf,
  providerSessionStarted,
  userIdOf,
} from '../users/sign-on-store.ts';

const personOfUser = async (userId: string | null | undefined) => {
  const user = userId ? await loadUser(userId) : undefined;
  return user && personOf(user);
};

async function memberOfDirectory(
  partnerId: string,
  externalIds: readonly string[],
): Promise<Member | undefined> {
  for (const externalId of externalIds) {
    const person = await personByExternalId(partnerId, externalId);
    if (person) return person.member;
  }
  return undefined;
}

async function memberOfAddress(partnerId: string, email: string): Promise<Member | undefined> {
  const id = await memberKeyOfEmail(partnerId, email);
  return id === undefined ? undefined : findMember(id);
}

/** Finds who an identity can be: by its link, the directory, and a verified address. */
async function candidatesOf(identity: ProviderIdentity, signOn: SignOn): Promise<Candidates> {
  const { partnerId } = signOn;
  const address = isVerifiedAddress(identity, signOn) ? (identity.email ?? '') : '';
  const [linkedId, inDirectory, ofAddress, memberOnRoster] = await Promise.all([
    userIdOf(partnerId, identity.issuer, { subject: identity.subject, providerSession: null }),
    memberOfDirectory(partnerId, identity.externalIds),
    address === '' ? undefined : findUserByEmail(address),
    address === '' ? undefined : memberOfAddress(partnerId, address),
  ]);
  const linked = await personOfUser(linkedId);
  const isListed = inDirectory !== undefined && isOnRoster(inDirectory);
  const account = linked && (await loadUser(linked.user.id));
  const emails = [account?.email, ...(account?.otherEmails ?? []), identity.email].flatMap(
    (email) => email ?? [],
  );
  // a form, a file, or a sign-up adds a person again whose row in the directory remains that of the former membership
  const isBack =
    memberOnRoster !== undefined &&
    isOnRoster(memberOnRoster) &&
    (linked?.user ?? ofAddress)?.role !== 'partnerManager';
  return {
    linked,
    ofDirectory: isListed ? await personOfUser(inDirectory.userId) : undefined,
    ...(isListed && inDirectory.userId === null && { directoryMemberId: inDirectory.id }),
    ofAddress: ofAddress ? await personOf(ofAddress) : await personOfUser(memberOnRoster?.userId),
    ...(memberOnRoster?.userId === null &&
      isOnRoster(memberOnRoster) && { addressMemberId: memberOnRoster.id }),
    hasLeft:
      !isBack && ((inDirectory !== undefined && !isListed) || (await hasLeftDirectory(partnerId, emails))),
  };
}

async function decide(
  { identity, signOn }: Pick<Arrival, 'identity' | 'signOn'>,
  policy: NonNullable<SignOn['active']>['policy'],
): Promise<Admission> {
  return admissionOf(identity, await candidatesOf(identity, signOn), { ...signOn, policy });
}

/** Starts a session of the user by the path of every other log-in, with the limits of the policy. */
async function logIn(
  { login, signOn, identity, userAgent, now }: Arrival,
  userId: string,
  newLink?: { isConfirmed?: true },
) {
  const { partnerId } = login;
  const user = await loadUser(userId);
  await afterSignOut(user);
  const tokens = user && (await signInWithoutPassword(poolIdOf(user), !user.awaitsPassword));
  if (!tokens) throw await failedLogIn(login, 'The account could not be opened. Contact us.', now);
  const { issuer, subject, email, providerSession, logoutAddress, nameIdFormat } = identity;
  const provider = {
    partnerId,
    issuer,
    subject,
    ...(email !== null && { email }),
    ...(providerSession !== null && { providerSession }),
    ...(logoutAddress !== undefined && { logoutAddress }),
    ...(nameIdFormat !== undefined && { nameIdFormat }),
  };
  const started = await startSession(
    {
      userId,
      tokens,
      userAgent,
      now,
      // an invited manager needs no password
      changed: {
        ...(newLink && linkedUser(user, partnerId, { key: identityKey(partnerId, identity), ...newLink })),
        awaitsPassword: undefined,
        ...withoutInvitation(user),
        ...withOtherEmail(user, identity.email),
      },
      byProvider: {
        provider,
        ...(signOn.active && sessionLimits(signOn.active.policy, tokenTime())),
      },
    },
    async () => [
      ...providerSessionStarted(userId, provider, tokenTime() + 30 * 86_400),
      ...(newLink ? [linkAudit(partnerId, userId, issuer, now)] : []),
    ],
  );
  if (newLink) await emailLinked(user, (await loadPartner(partnerId)).name);
  // the address of the account can be private, or of another employer
  const event = { userName: email ?? subject, userId, isFailure: false, description: 'Logged in' };
  await recordSignOn(partnerId, event, now);
  const redirectUrl = ownAddress(login.redirectUrl, process.env.SITE_ADDRESS ?? '') ?? null;
  return { result: 'signed in' as const, success: true, redirectUrl, tokens: started };
}

/** True if the log-in began with the emailed invitation of the user, who confirms the address by it. */
async function isInvited({ userId, userName }: ProviderLogin, id: string): Promise<boolean> {
  const user = userId === id ? await loadUser(id) : undefined;
  return user?.emailedLink?.purpose === 'user invitation' && user.email === userName;
}

/** Returns the change that voids an invitation: its link would set a password. */
const withoutInvitation = ({ emailedLink }: User): Partial<User> =>
  emailedLink?.purpose === 'user invitation' ? { emailedLink: undefined } : {};

const notInvited =
  'You are on the list of your employer, but were not invited to Wellport yet. Contact your HR department.';

/**
 * Opens the account of an invited member without a password, a new one by default. The owner of an existing account with
 * the same address logs in to it and adds the membership on the page of the invitation.
 */
async function enroll(arrival: Arrival, memberId: string, userId: string | null) {
  const { login, signOn, identity, now } = arrival;
  const { partnerId, binding } = login;
  const { issuer } = identity;
  const key = identityKey(partnerId, identity);
  const member = await loadMember(memberId);
  if (member.invitationStatus !== invited)
    throw await failedLogIn(login, 'The person is on the roster, but was not invited yet.', now, notInvited);
  const user = userId === null ? undefined : await loadUser(userId);
  if (user) {
    await saveAcceptance({ invitation: null, issuer, member, before: user, after: user, now });
    return logIn(arrival, user.id);
  }
  // an address of another domain starts a log-in by the emailed invitation only
  const isOwnAddress =
    login.userName === member.email || provenDomains(signOn).includes(domainOf(member.email));
  if (!isOwnAddress)
    throw await failedLogIn(
      login,
      `The address ${member.email} on the roster is of no proven domain, so the person must begin with the emailed invitation.`,
      now,
      'Open the newest invitation that Wellport emailed you, and continue with its link.',
    );
  if (!(await hasSignIn(member.email))) {
    const also = (id: string) => [linkAudit(partnerId, id, issuer, now)];
    const account = await createAccount(
      { invitation: null, issuer, member, also, now },
      { identities: [{ partnerId, key }], awaitsPassword: true },
    );
    return logIn(arrival, account.id);
  }
  const token = await invitationToken(member.id, member.invitationAttempt ?? 1);
  const sent = await loadInvitation(tokenHashOf(token));
  await transact(
    ...invitationChange(sent ?? null, {
      tokenHash: tokenHashOf(token),
      memberId,
      partnerId,
      expiresOn: lastDayOf(dateInChicago(now)),
      usedAt: null,
      identity: { issuer, key, binding },
      version: sent?.version ?? 0,
    }),
  );
  const { email: userName } = member;
  await recordSignOn(partnerId, { userName, isFailure: false, description: 'Continued to enrollment' }, now);
  return { result: 'enroll' as const, address: `/invitation/${token}` };
}

const nameClaims = {
  firstName: /(^|\/)(given_?name|first_?name)$/i,
  lastName: /(^|\/)(family_?name|sur_?name|last_?name|sn)$/i,
};

async function requestEnrollment({ login, identity, now }: Arrival) {
  const { partnerId } = login;
  const claim = (pattern: RegExp) =>
    identity.claims
      .find(({ name }) => pattern.test(name))
      ?.value.trim()
      .slice(0, 50) ?? '';
  const sent = { firstName: claim(nameClaims.firstName), lastName: claim(nameClaims.lastName) };
  const form = signUpForm.safeParse({ ...sent, email: identity.email });
  if (!form.success) {
    const fields = [...new Set(form.error.issues.map(({ path }) => String(path[0])))].join(', ');
    const problem = `The provider sent no valid first name, last name, and address (${fields}).`;
    throw await failedLogIn(login, problem, now);
  }
  const { firstName, lastName, email } = form.data;
  const digest = addressDigest(email);
  const before = await findSignUp(partnerId, digest);
  // a declined person remains declined until the sign-up is deleted
  if (before && isCurrent(before, now)) return { result: 'requested' as const };
  const limit = { source: `enrollment ${identityKey(partnerId, identity)}`, limit: 5, windowMs: dayMs };
  if (!(await countWithin(limit, now)))
    throw new Refusal('too-many', 'You requested enrollment five times today. Try again tomorrow.');
  await requireSpaceForSignUp(partnerId, now);
  const after = {
    id: before?.id ?? newOrderedId(),
    partnerId,
    digest,
    firstName,
    lastName,
    email,
    signedUpAt: now.toISOString(),
    declined: null,
    expiresAt: Math.floor(now.getTime() / 1000) + signUpDays * 86_400,
    version: before?.version ?? 0,
  };
  await transact(
    ...signUpChange(before ?? null, after),
    auditWrite({ name: 'sign-up received', subject: subjectOfSignUp(after), who: 'guest' }, now),
  );
  return { result: 'requested' as const };
}

/** Logs a person in, or takes the next step for one who cannot yet. */
export async function admit(arrival: Arrival) {
  const { login, signOn, identity, now } = arrival;
  const { active } = signOn;
  if (!active) throw new Error('a log-in without a provider');
  const admission = await decide(arrival, active.policy);
  switch (admission.result) {
    case 'log in':
      return logIn(arrival, admission.userId, admission.isNewLink ? {} : undefined);
    case 'confirm':
      return (await isInvited(login, admission.userId))
        ? logIn(arrival, admission.userId, { isConfirmed: true })
        : confirmByEmail(arrival, admission.userId);
    case 'enroll':
      return enroll(arrival, admission.memberId, admission.userId);
    case 'request':
      return requestEnrollment(arrival);
    default: {
      const userName = identity.email ?? identity.subject;
      await recordSignOn(login.partnerId, { userName, isFailure: true, description: admission.reason }, now);
      throw new Refusal('invalid', admission.reason, 'provider');
    }
  }
}

const effects: Readonly<Record<Admission['result'], string>> = {
  'log in': 'This person would be logged in.',
  confirm: 'This person would receive an email that links the existing account.',
  enroll: 'This person would get an account and continue to enrollment.',
  request: 'This person would ask for enrollment, and the HR manager would decide.',
  refuse: 'This person would be refused.',
};

export async function trialOf(arrival: Pick<Arrival, 'identity' | 'signOn'>) {
  const { identity, signOn } = arrival;
  const policy = signOn.draft?.policy;
  if (!policy) throw new Error('a trial without a draft');
  const admission = await decide(arrival, policy);
  const isProven = isVerifiedAddress(identity, signOn);
  const problems = [
    ...(identity.email === null ? ['The provider sent no email address.'] : []),
    ...(identity.email !== null && !isProven
      ? [
          `The address ${identity.email} is not verified by the provider, or ${domainOf(identity.email)} is not a proven domain.`,
        ]
      : []),
    ...(admission.result === 'refuse' ? [admission.reason] : []),
  ];
  return { claims: identity.claims, effect: effects[admission.result], problems };
}
