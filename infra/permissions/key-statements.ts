import { keys } from '../../functions/table/keys.ts';
import { endpoints } from '../../shared/contracts/all.ts';
import { handlerOf } from '../build/handlers.ts';
import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';

/** Returns the record kind of a partition: the part up to the first `#`. */
export const kindOf = (pk: string): string => `${pk.split('#')[0] ?? ''}#`;

export const auditKind = kindOf(keys.audit('', '', '').pk);

const kinds = {
  user: kindOf(keys.user('').pk),
  unique: kindOf(keys.unique('', '').pk),
  attempts: kindOf(keys.signInAttempts('').pk),
  challenge: kindOf(keys.signInChallenge('').pk),
  refreshToken: kindOf(keys.refreshToken('').pk),
  invitation: kindOf(keys.invitation('').pk),
  member: kindOf(keys.member('').pk),
  siteEmail: kindOf(keys.submission('').pk),
  siteEmailCount: kindOf(keys.siteEmailCount('').pk),
  captcha: kindOf(keys.solvedCaptcha('').pk),
  loginCount: kindOf(keys.loginCount('').pk),
  privacyCase: kindOf(keys.privacyCase('', '').pk),
  privacyRequest: kindOf(keys.privacyRequest('').pk),
  signUp: kindOf(keys.signUp('', '').pk),
  search: kindOf(keys.search('', '', '').pk),
  count: kindOf(keys.count('').pk),
  signOnEvent: kindOf(keys.signOnEvent('', '').pk),
  providerLogin: kindOf(keys.providerLogin('').pk),
  providerSession: kindOf(keys.providerSession('').pk),
};

/** Kinds that a function with guest writes may put and delete. */
interface GuestKinds {
  puts: readonly string[];
  removes?: readonly string[];
  /** Counters of lists. */
  updates?: readonly string[];
}

// a failed submission is deleted so that the visitor can try again
const siteEmails: GuestKinds = {
  puts: [kinds.siteEmail, kinds.siteEmailCount, kinds.captcha],
  removes: [kinds.siteEmail],
};

/** By handler. */
export const guestKinds: Readonly<Record<string, GuestKinds>> = {
  'site/contact-us': siteEmails,
  'site/nominate-club': siteEmails,
  'privacy/file-as-guest': { puts: [kinds.privacyRequest, kinds.siteEmailCount, kinds.captcha] },
  'privacy/confirm-request': {
    puts: [kinds.privacyCase, kinds.unique, kinds.search, auditKind],
    updates: [kinds.count],
  },
  'employees/sign-up': { puts: [kinds.signUp, kinds.siteEmailCount, kinds.captcha] },
  'employees/confirm-sign-up': { puts: [kinds.signUp, auditKind] },
  'users/login': {
    puts: [
      kinds.user,
      kinds.attempts,
      kinds.challenge,
      kinds.refreshToken,
      kinds.loginCount,
      kinds.captcha,
      auditKind,
    ],
  },
  'users/login-on-device': {
    puts: [kinds.user, kinds.attempts, kinds.challenge, kinds.refreshToken, auditKind],
  },
  'users/login-code': {
    puts: [kinds.user, kinds.attempts, kinds.refreshToken, auditKind],
    removes: [kinds.challenge],
  },
  'users/login-passkey': {
    puts: [kinds.user, kinds.attempts, kinds.refreshToken, auditKind],
    removes: [kinds.challenge],
  },
  'users/refresh-session': { puts: [kinds.user, kinds.refreshToken, auditKind] },
  'users/reset-password': { puts: [kinds.attempts, kinds.captcha, auditKind] },
  'users/confirm-password': { puts: [kinds.user, kinds.attempts, auditKind] },
  'users/accept-invitation': { puts: [kinds.user, auditKind] },
  'single-sign-on/start-login': { puts: [kinds.providerLogin, kinds.signOnEvent, kinds.siteEmailCount] },
  'single-sign-on/complete-login': {
    puts: [
      kinds.user,
      kinds.unique,
      kinds.refreshToken,
      kinds.providerLogin,
      kinds.providerSession,
      kinds.signOnEvent,
      kinds.siteEmailCount,
      kinds.signUp,
      kinds.invitation,
      kinds.member,
      auditKind,
    ],
    removes: [kinds.providerLogin, kinds.invitation, kinds.unique],
  },
  'single-sign-on/saml-response': { puts: [kinds.providerLogin] },
  'single-sign-on/provider-logout': {
    puts: [kinds.user, kinds.unique, kinds.providerLogin, kinds.signOnEvent, kinds.siteEmailCount, auditKind],
  },
  'single-sign-on/confirm-link': {
    puts: [kinds.user, kinds.unique, auditKind],
    removes: [kinds.providerLogin, kinds.unique],
  },
  'integrations/token': { puts: [] },
  'visits/stop-emails': { puts: [kinds.member, auditKind] },
  'managers/confirm-email': { puts: [kinds.user, kinds.unique, auditKind], removes: [kinds.unique] },
  'enrollment/accept-invitation': {
    puts: [kinds.user, kinds.unique, kinds.invitation, kinds.member, auditKind],
  },
};

// Access by key: IAM conditions see only the partition of an item (`dynamodb:LeadingKeys`). Handlers are named as in
// infra/build/handlers.ts. Roles are derived from these tables (infra/stacks/handler-function.ts), and handler tests run under them
// (test/support/permissions/record.ts).

const pinKind = kindOf(keys.pin('').pk);

/**
 * The modules that read, put, and erase records of restricted kinds. No other module does, so a function may do what the
 * modules in its bundle do; all other roles are denied. test/infra lists the functions, which are reviewed there.
 */
export const restrictedKinds: Readonly<
  Record<string, Readonly<Record<'reads' | 'puts' | 'erases', readonly string[]>>>
> = {
  [kindOf(keys.bankAccount('').pk)]: {
    reads: ['functions/bank-accounts/account-read-store.ts', 'functions/bank-files/sent-account-store.ts'],
    puts: ['functions/bank-accounts/account-write-store.ts'],
    erases: ['functions/privacy/erase-person-store.ts'],
  },
  [pinKind]: {
    reads: ['functions/users/pin-store.ts'],
    puts: ['functions/users/pin-write-store.ts'],
    erases: [],
  },
};

/** Returns the use of a restricted kind that an action is; undefined if no role may perform it on the kind. */
function useOf(kind: string, action: string): 'reads' | 'puts' | 'erases' | undefined {
  if (action === 'PutItem') return 'puts';
  if (action === 'Query' || action === 'DeleteItem') return 'erases';
  // a PIN is read with GetItem only
  return action === 'GetItem' || (action === 'BatchGetItem' && kind !== pinKind) ? 'reads' : undefined;
}

/** Returns the kinds on which the role of a function with these modules denies an action. */
export function closedKinds(modules: ReadonlySet<string>, action: string): string[] {
  const closed = Object.entries(restrictedKinds).filter(([kind, modulesOf]) => {
    const use = useOf(kind, action);
    return use === undefined || !modulesOf[use].some((module) => modules.has(module));
  });
  const kinds = closed.map(([kind]) => kind);
  return action === 'UpdateItem' || action === 'DeleteItem' ? [auditKind, ...kinds] : kinds;
}

/** Reading functions of API clients; they only count and store the call. */
const clientReads: ReadonlySet<string> = new Set(
  endpoints.filter(({ method, scope }) => method === 'GET' && scope).map(handlerOf),
);
const callKind = kindOf(keys.apiCall('', '').pk);

/** Returns the kinds permitted for an action of a guest or reading client function; undefined if unrestricted. */
export function openKinds(handler: string, action: string): readonly string[] | undefined {
  if (clientReads.has(handler)) return writesOfReads[action];
  const own = guestKinds[handler];
  if (!own) return undefined;
  if (action === 'PutItem') return own.puts;
  if (action === 'DeleteItem') return own.removes ?? [];
  return action === 'UpdateItem' ? (own.updates ?? []) : undefined;
}

const writesOfReads: Readonly<Record<string, readonly string[]>> = {
  PutItem: [callKind],
  UpdateItem: [callKind],
  DeleteItem: [],
};

const actions = [
  'GetItem',
  'BatchGetItem',
  'Query',
  'ConditionCheckItem',
  'PutItem',
  'UpdateItem',
  'DeleteItem',
];

/** Returns the role's deny statements by partition (infra/permissions/key-statements.ts), which override every allow. */
export const keyStatements = (
  handler: string,
  modules: ReadonlySet<string>,
  tableArns: string[],
): PolicyStatement[] => [
  ...byKinds((action) => closedKinds(modules, action)).flatMap(({ of, kinds }) =>
    kinds.length > 0 ? [refuse(of, tableArns, 'ForAnyValue:StringLike', kinds)] : [],
  ),
  ...byKinds((action) => openKinds(handler, action)).map(({ of, kinds }) =>
    refuse(of, tableArns, 'ForAnyValue:StringNotLike', kinds),
  ),
];

/** Groups actions with the same kinds; omits actions without kinds. */
function byKinds(
  kindsOf: (action: string) => readonly string[] | undefined,
): { of: string[]; kinds: readonly string[] }[] {
  const groups = Map.groupBy(
    actions.filter((action) => kindsOf(action)),
    (action) => kindsOf(action)?.join(),
  );
  return [...groups.values()].map((of) => ({ of, kinds: kindsOf(of[0] ?? '') ?? [] }));
}

/** Denies the action completely if no kind is permitted. */
const refuse = (of: string[], tableArns: string[], operator: string, kinds: readonly string[]) =>
  new PolicyStatement({
    effect: Effect.DENY,
    actions: of.map((action) => `dynamodb:${action}`),
    resources: tableArns,
    ...(kinds.length > 0 && {
      conditions: { [operator]: { 'dynamodb:LeadingKeys': kinds.map((kind) => `${kind}*`) } },
    }),
  });
