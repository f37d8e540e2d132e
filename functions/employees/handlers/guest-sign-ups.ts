import { dateInChicago } from '../../../shared/calendar.ts';
import { employees } from '../../../shared/contracts/employees.ts';
import {
  isCodeWord,
  requestDays,
  requireDomain,
  signUpDays,
  signUpLimits,
  signUpsPerDay,
  type SignUp,
  type SignUpLink,
  type SignUpRequest,
} from '../../../shared/employees/sign-up.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { loadGroupMembership } from '../../group-memberships/store.ts';
import { handle } from '../../handle.ts';
import { memberKeyOfEmail } from '../../members/store.ts';
import { loadPartner } from '../../partners/store.ts';
import { digestOf, newToken, sameDigest } from '../../platform/digest.ts';
import { AddressRefused, linkEmail, sendEmail, type Email } from '../../platform/email.ts';
import { loadFeatureFlags } from '../../settings/store.ts';
import { requireSolvedCaptcha } from '../../site/captcha.ts';
import { submissionIdOf } from '../../site/send-once.ts';
import { countWithin, isWithin } from '../../site/site-email-count-store.ts';
import { auditWrite } from '../../table/audit.ts';
import { transact } from '../../table/transact.ts';
import {
  addressDigest,
  findSignUp,
  findSignUpLink,
  findSignUpRequest,
  isCurrent,
  loadSignUpLink,
  requireSpaceForSignUp,
  signUpChange,
  signUpRequestChange,
  stateOfLink,
  subjectOfSignUp,
} from '../sign-up-store.ts';

const dayMs = 86_400_000;
const unixTime = (now: Date, days: number): number => Math.floor(now.getTime() / 1000) + days * 86_400;

const closedLink = (): Refusal =>
  new Refusal('not-found', 'This sign-up link is no longer valid. Your employer has the current one.');

/** Returns the link of a token. Throws ('not-found') unless guests can sign up with it now. */
async function openLink(token: string, now: Date): Promise<SignUpLink> {
  const link = await findSignUpLink(token);
  if (!link || (await stateOfLink(link.partnerId, link, dateInChicago(now), now)) !== 'open')
    throw closedLink();
  return link;
}

export const signUpFormHandler = handle(employees.signUpForm, async ({ params, now }) => {
  const link = await openLink(params.linkToken, now);
  const { name } = await loadPartner(link.partnerId);
  return { partnerName: name, domains: link.domains, requiresCodeWord: link.codeWord !== null };
});

const tooMany = (what: string): Refusal => new Refusal('too-many', `${what} Nothing was sent.`);

/** Throws ('invalid') unless the code word is right, and ('too-many') after too many wrong ones, also for the right one. */
async function requireCodeWord(link: SignUpLink, input: string | undefined, now: Date): Promise<void> {
  if (link.codeWord === null) return;
  const limit = {
    source: `sign-up code word ${link.token}`,
    limit: signUpLimits.ofWrongCodeWords,
    windowMs: dayMs,
  };
  const exceeded = tooMany('Too many wrong code words were entered. Request a new link from your employer.');
  if (!(await isWithin(limit, now))) throw exceeded;
  if (isCodeWord(link, input)) return;
  if (!(await countWithin(limit, now))) throw exceeded;
  throw new Refusal('invalid', 'This is not the code word. Your employer has it.', 'codeWord');
}

/** Counts an email of the link. Throws ('too-many') above the link's limit of a day. */
async function requireLinkLimit({ token, partnerId }: SignUpLink, now: Date): Promise<void> {
  const program = await loadGroupMembership(partnerId);
  const limit = signUpsPerDay(program?.numberOfMemberships ?? 0);
  if (!(await countWithin({ source: `sign-up link ${token}`, limit, windowMs: dayMs }, now)))
    throw tooMany('Too many people signed up with this link today. Try again tomorrow.');
}

const confirmationEmail = (to: string, partnerName: string, token: string): Email =>
  linkEmail(
    to,
    'Confirm your sign-up',
    [
      'Hello,',
      `Open this link and confirm that this is your email address. ${partnerName} then reviews your sign-up for its fitness program.`,
      `The link expires in ${requestDays} days.`,
    ],
    {
      title: 'Confirm my sign-up',
      address: `${process.env.SITE_ADDRESS ?? ''}/confirmsignup/${token}`,
    },
    {
      reason:
        'You receive this email because your address was entered on a sign-up page. If you did not sign up, ignore it.',
    },
  );

export const signUpHandler = handle(
  employees.signUp,
  async ({ params, body, header, source, now, newId }) => {
    const { useCaptcha } = await loadFeatureFlags();
    // bound to the address, so that a corrected code word needs no other captcha
    if (useCaptcha)
      await requireSolvedCaptcha(
        header('g-recaptcha-response'),
        submissionIdOf('sign-up', params.linkToken, { email: body.email }),
        now,
      );
    const link = await openLink(params.linkToken, now);
    if (!(await countWithin({ source: `sign-up network ${source}`, limit: signUpLimits.ofNetwork }, now)))
      throw tooMany('Too many people of your network signed up within the hour. Try again later.');
    requireDomain(link, body.email);
    await requireCodeWord(link, body.codeWord, now);
    await requestConfirmation(link, body, { id: newId(), now });
    // the same for every address, so that it does not reveal members
    return { success: true, message: 'Open the link in the email that we sent you.' };
  },
);

type Entered = Pick<SignUp, 'firstName' | 'lastName' | 'email'> & { employeeNumber?: string | undefined };

/** Stores a request and emails its link, which replaces an earlier one; nothing above the limit of the address. */
async function requestConfirmation(
  link: SignUpLink,
  { firstName, lastName, email, employeeNumber }: Entered,
  { id, now }: { id: string; now: Date },
): Promise<void> {
  const { partnerId, token: linkToken } = link;
  const digest = addressDigest(email);
  const limit = { source: `sign-up address ${digest}`, limit: signUpLimits.ofAddress, windowMs: dayMs };
  if (!(await countWithin(limit, now))) return;
  // after the limit of the address, so that one address cannot use up the emails of the link
  await requireLinkLimit(link, now);
  const before = await findSignUpRequest(partnerId, digest);
  const secret = newToken();
  const request: SignUpRequest = {
    id,
    partnerId,
    digest,
    firstName,
    lastName,
    email,
    ...(employeeNumber !== undefined && { employeeNumber }),
    linkToken,
    secretHash: digestOf(secret),
    requestedAt: now.toISOString(),
    confirmedAt: null,
    expiresAt: unixTime(now, requestDays),
    version: before?.version ?? 0,
  };
  const { name } = await loadPartner(partnerId);
  await transact(...signUpRequestChange(before ?? null, request));
  try {
    await sendEmail(confirmationEmail(email, name, `${partnerId}-${digest}${secret}`));
  } catch (error) {
    if (!(error instanceof AddressRefused)) throw error;
  }
}

const expiredRequest = (): Refusal =>
  new Refusal(
    'not-found',
    'This link has expired or was replaced. Sign up again with the link of your employer.',
  );

/** Returns the request of an emailed link. Throws ('not-found') if it expired, or its sign-up link was renewed or turned off. */
async function loadRequest(token: string, now: Date): Promise<SignUpRequest> {
  const [, partnerId = '', digest = '', secret = ''] = /^(\d{1,9})-([\w-]{43})([\w-]{43})$/.exec(token) ?? [];
  const request = secret === '' ? undefined : await findSignUpRequest(partnerId, digest);
  if (!request || !isCurrent(request, now) || !sameDigest(request.secretHash, digestOf(secret)))
    throw expiredRequest();
  const link = await loadSignUpLink(partnerId);
  // the last day counts for the request
  const day = dateInChicago(new Date(request.requestedAt));
  if (link?.token !== request.linkToken || (await stateOfLink(partnerId, link, day, now)) !== 'open')
    throw closedLink();
  return request;
}

/** Returns the sign-up after a confirmed request; a declined one remains declined until it is deleted. */
function signUpAfter(request: SignUpRequest, before: SignUp | undefined, now: Date): SignUp {
  const { id, partnerId, digest, firstName, lastName, email, employeeNumber } = request;
  if (before?.declined && isCurrent(before, now)) return before;
  return {
    id: before?.id ?? id,
    partnerId,
    digest,
    firstName,
    lastName,
    email,
    ...(employeeNumber !== undefined && { employeeNumber }),
    signedUpAt: now.toISOString(),
    declined: null,
    expiresAt: unixTime(now, signUpDays),
    version: before?.version ?? 0,
  };
}

export const confirmSignUpHandler = handle(employees.confirmSignUp, async ({ body, now }) => {
  const request = await loadRequest(body.token, now);
  const { partnerId, digest, email } = request;
  const [{ name: partnerName }, memberId, before] = await Promise.all([
    loadPartner(partnerId),
    memberKeyOfEmail(partnerId, email),
    findSignUp(partnerId, digest),
  ]);
  const isMember = memberId !== undefined;
  if (!isMember && request.confirmedAt === null) {
    if (!before) await requireSpaceForSignUp(partnerId, now);
    const after = signUpAfter(request, before, now);
    await transact(
      ...signUpChange(before ?? null, after),
      ...signUpRequestChange(request, { ...request, confirmedAt: now.toISOString() }),
      auditWrite({ name: 'sign-up received', subject: subjectOfSignUp(after), who: 'guest' }, now),
    );
  }
  return { success: true, partnerName, name: `${request.firstName} ${request.lastName}`, email, isMember };
});
