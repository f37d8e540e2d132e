import { handlerSource } from '../../../infra/build/handler-sources.ts';

/** A check whose removal a test must notice. */
export interface Guard {
  file: string;
  /** The removed code: its first occurrence, after `after` if that is given. */
  code: string;
  /** Replaces the code; nothing by default. */
  with?: string;
  after?: string;
  /** Arguments of `npm test --`: the test file and, with -t, the test. */
  test: readonly string[];
}

const roles = (name: string, what = 'restricts') => [
  'test/architecture/roles.test.ts',
  '-t',
  `${name} ${what}`,
];
const neighbor = (guard: Guard, name: string): Guard => ({
  ...guard,
  test: ['test/architecture/neighbors.test.ts', '-t', `of ${name} is refused`],
});
/** A check of one handler, in the file that exports it. */
function guardIn(handler: string, guard: Omit<Guard, 'file'>): Guard {
  const { file, exportName } = handlerSource(handler);
  return { file, after: `export const ${exportName} = `, ...guard };
}
const owner = (handler: string, name: string, id: string, kind = 'partnerId'): Guard =>
  guardIn(handler, {
    code: `caller.requireAccess({ ${kind}${id ? `: ${id}` : ''} });`,
    test: roles(name),
  });

/** Ownership of records that handlers check after loading them. */
const ownership: readonly Guard[] = [
  owner('employees/save-key-fob', 'employees.saveKeyFob', 'keyFob.partnerId'),
  owner('employees/delete-key-fob', 'employees.deleteKeyFob', 'keyFob.partnerId'),
  neighbor(
    owner('employees/failed-uploads', 'employees.failedUploads', "job.partnerId ?? ''"),
    'employees.failedUploads',
  ),
  neighbor(owner('employees/fix-rows', 'employees.fixRows', "job.partnerId ?? ''"), 'employees.fixRows'),
  {
    ...owner('employees/discard-rows', 'employees.discardRows', "job.partnerId ?? ''"),
    test: ['test/employees/discard-rows.test.ts', '-t', 'refuses a manager of another partner'],
  },
  neighbor(
    owner('employees/bulk-results', 'employees.bulkResults', "job.partnerId ?? ''"),
    'employees.bulkResults',
  ),
  owner('employees/delete-enrollment', 'employees.deleteEnrollment', 'member.partnerId'),
  owner('employees/send-invitation', 'employees.sendInvitation', 'member.partnerId'),
  owner('employees/change-email', 'employees.changeEmail', 'member.partnerId'),
  owner('employees/create-key-fobs', 'employees.createKeyFobs', ''),
  owner('employees/roster-change', 'employees.rosterChange', 'change.partnerId'),
  owner('employees/roster-change-rows', 'employees.rosterChangeRows', 'change.partnerId'),
  owner('employees/roster-change-results', 'employees.rosterChangeResults', 'change.partnerId'),
  owner('employees/confirm-roster-change', 'employees.confirmRosterChange', 'change.partnerId'),
  owner('employees/discard-roster-change', 'employees.discardRosterChange', 'change.partnerId'),
  owner('employees/undo-roster-change', 'employees.undoRosterChange', 'change.partnerId'),
  owner('partners/member-activity', 'partners.memberActivity', 'member.partnerId'),
  owner('visits/answer-report', 'visits.answerReport', 'report.facilityId', 'facilityId'),
  {
    ...owner('visits/withdraw', 'visits.withdraw', '', 'facilityId'),
    test: ['test/visits/late-visits.test.ts', '-t', 'is withdrawn by its own club only'],
  },
  {
    file: 'functions/members/reach.ts',
    code: "if (caller.role === 'member') caller.requireAccess({ memberIds: [memberId] });",
    test: roles('enrollment.legalContract'),
  },
];

const access = 'functions/users/access.ts';
const caller = 'functions/users/caller.ts';

/** Tenant filters and roles that every request passes. */
const perimeter: readonly Guard[] = [
  {
    file: access,
    code: 'if (!cameByCdn(event))',
    with: 'if (false)',
    test: ['test/platform/responses.test.ts'],
  },
  {
    file: access,
    code: 'if (!mayCall(caller.role, endpoint)) throw forbidden();',
    test: roles('partners.list', 'permits'),
  },
  {
    file: access,
    code: "if ('partner' in ownership) caller.requireAccess({ partnerId: String(fields[ownership.partner]) });",
    with: "if ('partner' in ownership) return;",
    test: roles('partners.activity'),
  },
  {
    file: access,
    code: 'caller.requireAccess({ memberIds: [String(fields[ownership.member])] });',
    with: 'return;',
    test: roles('accounts.statement'),
  },
  {
    file: access,
    code: 'else caller.requireAccess({ memberIds: fields[ownership.members] as string[] });',
    test: roles('accounts.bankingInfo'),
  },
  {
    file: access,
    code: "throw isUnknown && ownership === 'loaded' && !caller.hasReached() ? forbidden() : error;",
    with: 'throw error;',
    test: roles('employees.saveKeyFob'),
  },
  {
    file: access,
    code: 'if (lacksSecondFactor(caller)',
    with: 'if (false',
    test: ['test/users/second-factor.test.ts', '-t', 'permits only the setup endpoints'],
  },
  {
    file: caller,
    code: 'if (partner !== undefined && user.partnerId !== partner && !user.memberPartnerIds.includes(partner))\n    return false;',
    test: roles('visits.list'),
  },
  {
    file: caller,
    code: 'if (owner.memberIds !== undefined && !owner.memberIds.every((id) => user.memberIds.includes(id)))\n    return false;',
    test: roles('members.generalInfo'),
  },
  {
    file: caller,
    code: 'if (owner.facilityId !== undefined && user.facilityId !== owner.facilityId) return false;',
    test: roles('visits.withdraw'),
  },
  {
    file: caller,
    code: 'user.disabled ||',
    test: ['test/platform/handle.test.ts', '-t', 'their record is disabled'],
  },
  {
    file: caller,
    code: '|| !groupsOf(claims).includes(user.role)',
    test: ['test/platform/handle.test.ts', '-t', 'different roles'],
  },
  {
    file: caller,
    code: 'stored !== undefined &&',
    with: 'stored === undefined ||',
    test: ['test/users/sessions.test.ts', '-t', 'ends the session of the token'],
  },
  {
    file: caller,
    code: '(await isPermittedSession(user, stored))',
    with: 'true',
    test: ['test/single-sign-on/log-in.test.ts', '-t', 'ends with the membership'],
  },
  guardIn('jobs/file', {
    code: "if (caller.role !== 'systemAdmin' && job.startedBy !== caller.userId)",
    with: 'if (false)',
    test: ['test/files/own-downloads.test.ts', '-t', 'who started it'],
  }),
  guardIn('jobs/file', {
    code: 'if (job.partnerId !== null) caller.requireAccess({ partnerId: job.partnerId });',
    test: ['test/files/own-downloads.test.ts', '-t', 'lost access'],
  }),
];

const stepUpRow = (file: string, name: string, target = 'true'): Guard => ({
  file,
  after: `  ${name}: endpoint({`,
  code: `    stepUp: ${target},\n`,
  test: ['test/architecture/step-up.test.ts', '-t', 'sensitive actions are those'],
});
const proof = 'functions/users/identity-proof.ts';

const stepUp: readonly Guard[] = [
  stepUpRow('shared/contracts/users.ts', 'setPin'),
  stepUpRow('shared/contracts/settings.ts', 'saveFeatureFlags'),
  stepUpRow('shared/contracts/accounts.ts', 'saveBankingInfo', "['memberId']"),
  stepUpRow('shared/contracts/accounts.ts', 'saveDepositAccount'),
  stepUpRow('shared/contracts/partners.ts', 'bankAccountDetails', "['payeeToken']"),
  stepUpRow('shared/contracts/administrators.ts', 'invite', "['email']"),
  stepUpRow('shared/contracts/administrators.ts', 'approve'),
  stepUpRow('shared/contracts/administrators.ts', 'remove'),
  stepUpRow('shared/employees/sign-up.ts', 'saveSignUpLink', "['domains', 'codeWord', 'endsOn']"),
  stepUpRow('shared/employees/sign-up.ts', 'renewSignUpLink'),
  stepUpRow('shared/contracts/managers.ts', 'update', "['id', 'email', 'access']"),
  stepUpRow('shared/facilities/facility-contract.ts', 'saveOwnBankAccount', "['version']"),
  stepUpRow('shared/facilities/facility-contract.ts', 'bankAccountDetails', "['payeeToken']"),
  stepUpRow('shared/contracts/privacy.ts', 'exportFile'),
  stepUpRow('shared/contracts/privacy.ts', 'correct'),
  stepUpRow('shared/contracts/privacy.ts', 'erase'),
  {
    file: proof,
    code: '      proof.expiresAt > tokenTime() &&\n',
    test: ['test/users/step-up.test.ts', '-t', 'for five minutes'],
  },
  {
    file: proof,
    code: 'proof.action === action &&',
    test: ['test/architecture/step-up.test.ts', '-t', 'users.setPin'],
  },
  {
    file: 'shared/users/step-up.ts',
    code: "part !== 'params' && !named.includes(name)",
    with: 'true',
    test: ['test/architecture/step-up.test.ts', '-t', 'partners.saveBankingInfo'],
  },
  {
    file: proof,
    code: 'proof.session === session &&',
    test: ['test/architecture/step-up.test.ts', '-t', 'users.setPin'],
  },
  {
    file: proof,
    code: 'sameDigest(proof.hash, hash),',
    with: 'true,',
    test: ['test/architecture/step-up.test.ts', '-t', 'users.setPin'],
  },
];

const attempts = 'shared/users/sign-in-attempts.ts';
const reset = 'shared/users/password-reset.ts';
const rules = (title: string) => ['test/users/rules.test.ts', '-t', title];

const signUps = (title: string) => ['test/employees/sign-ups.test.ts', '-t', title];
const guestSignUpFile = 'functions/employees/handlers/guest-sign-ups.ts';

const guestSignUps: readonly Guard[] = [
  {
    file: guestSignUpFile,
    code: 'requireDomain(link, body.email);',
    test: signUps('accepts addresses of its domains only'),
  },
  {
    file: guestSignUpFile,
    code: 'await requireCodeWord(link, body.codeWord, now);',
    test: signUps('accepts its code word'),
  },
  {
    file: guestSignUpFile,
    code: 'if (!(await isWithin(limit, now))) throw exceeded;',
    test: signUps('refuse even the right code word'),
  },
  {
    file: guestSignUpFile,
    code: 'if (!(await countWithin(limit, now))) return;',
    test: signUps('send three emails per day'),
  },
  {
    file: guestSignUpFile,
    code: 'link?.token !== request.linkToken || ',
    test: signUps('stops immediately'),
  },
  {
    file: 'shared/employees/sign-up.ts',
    code: "return hasHrSystem ? 'hrSystem' : 'open';",
    with: "return 'open';",
    test: signUps('is closed while an API client'),
  },
];

const limits: readonly Guard[] = [
  { file: attempts, code: 'tries >= maxSignInAttempts || ', test: rules('rejects the sixth attempt') },
  {
    file: attempts,
    code: ' || (!isTrusted && byName >= maxSignInAttemptsPerName)',
    test: rules('lock the name for an hour'),
  },
  { file: attempts, code: '!isTrusted && byName', with: 'byName', test: rules('lock the name for an hour') },
  {
    file: reset,
    code: 'before.emails < maxEmailsPerName && mayHere',
    with: 'true',
    test: rules('is emailed at most five times'),
  },
  {
    file: reset,
    code: 'if (!isActive(request, now) || isVoid(request)) return undefined;',
    with: 'if (!request) return undefined;',
    test: rules('is valid for 30 minutes'),
  },
  {
    file: reset,
    code: 'if (here.codeTries >= maxCodeAttempts && !hasAllEmails) return undefined;',
    test: rules('after five incorrect attempts'),
  },
  {
    file: 'shared/users/pin.ts',
    code: 'tries >= maxPinAttempts ?',
    with: 'false ?',
    test: ['test/users/pin.test.ts', '-t', 'is locked for 15 minutes'],
  },
  {
    file: 'shared/users/sessions.ts',
    code: '.slice(0, maxSessions)',
    test: ['test/users/sessions.test.ts', '-t', 'above the maximum'],
  },
  {
    file: 'shared/site/site-email-limit.ts',
    code: 'if (emails >= max) return undefined;',
    test: ['test/site/contact-us.test.ts', '-t', 'above the hourly limit'],
  },
  {
    file: 'functions/site/captcha.ts',
    code: 'if (!(await verify(token))) throw unsolved();',
    test: ['test/site/contact-us.test.ts', '-t', 'requires a solved captcha'],
  },
  {
    file: 'functions/site/captcha.ts',
    code: 'if (solved.boundTo === boundTo) return;',
    with: 'return;',
    test: ['test/site/contact-us.test.ts', '-t', 'requires a solved captcha'],
  },
  ...guestSignUps,
  {
    file: 'shared/privacy/privacy-case.ts',
    code: "if (kind === 'access' && counted.length >= maxAccessRequests)",
    with: 'if (false)',
    test: ['test/privacy/privacy-case.test.ts'],
  },
];

const crowd = (title: string) => ['test/users/login-crowd.test.ts', '-t', title];

const crowds: readonly Guard[] = [
  {
    file: 'shared/users/login-crowd.ts',
    code: 'logins > loginsWithoutChallenge',
    with: 'false',
    test: crowd('in windows of five minutes'),
  },
  {
    file: 'functions/users/login-crowd-store.ts',
    code: ' || !provesWork(sha256(solution))',
    test: crowd('requires work'),
  },
  {
    file: 'functions/users/login-crowd-store.ts',
    code: 'if (useCaptcha) return',
    with: 'if (useCaptcha) void',
    test: crowd('requires a captcha'),
  },
  guardIn('users/login-on-device', {
    code: "if (trustedBy !== 'browser')",
    with: 'if (false)',
    test: crowd('requires nothing of a browser'),
  }),
];

const validation: readonly Guard[] = [
  {
    file: 'shared/users/second-factor.ts',
    code: 'challenge.startedAt > signedOutAt',
    with: 'true',
    test: ['test/users/second-factor.test.ts', '-t', 'expires when the sessions end'],
  },
  {
    file: 'functions/users/password-check.ts',
    code: "if (containsName(password, user)) throw new Refusal('invalid', passwordWithName, field);",
    test: ['test/users/password-check.test.ts', '-t', 'is refused in every form'],
  },
  {
    file: 'shared/field.ts',
    code: "if (hidden.test(visible) || !value.isWellFormed()) return { error: 'is not valid.' };",
    test: ['test/web/fields.test.ts'],
  },
  {
    file: 'shared/field.ts',
    code: 'if (symbols > max) return { error: `must be at most ${max} symbols.` };',
    test: ['test/web/fields.test.ts'],
  },
  {
    file: 'shared/administrators/administrator.ts',
    code: 'if (approverId === invitedBy)',
    with: 'if (false)',
    test: ['test/administrators/approval.test.ts', '-t', 'sends the invitation'],
  },
  {
    file: 'shared/administrators/administrator.ts',
    code: '!user.removal && isEstablished(user, moment)',
    with: '!user.removal',
    test: ['test/administrators/approval.test.ts', '-t', 'for 24 hours'],
  },
  {
    file: 'shared/visits/employer-summary.ts',
    code: 'ascending.slice(0, small.length + 1)',
    with: 'ascending.slice(0, small.length)',
    test: ['test/visits/employer-summary.test.ts'],
  },
  {
    file: 'shared/members/health-consent.ts',
    code: 'hasWithdrawnConsent(member) || ',
    test: ['test/privacy/health-consent.test.ts', '-t', 'refuses visits'],
  },
  {
    file: 'shared/privacy/privacy-case.ts',
    code: "if (hasAction(stored, 'extended'))",
    with: 'if (false)',
    test: ['test/privacy/privacy-case.test.ts'],
  },
];

export const guards: readonly Guard[] = [
  ...ownership,
  ...perimeter,
  ...stepUp,
  ...limits,
  ...crowds,
  ...validation,
];

/** Returns the source without the guard; undefined if the guard is not in it. */
export function withoutGuard(
  source: string,
  { code, after = '', with: replacement = '' }: Guard,
): string | undefined {
  const from = source.indexOf(after);
  const start = from < 0 ? -1 : source.indexOf(code, from);
  return start < 0 ? undefined : source.slice(0, start) + replacement + source.slice(start + code.length);
}
