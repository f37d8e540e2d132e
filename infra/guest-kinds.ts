import { keys } from '../functions/table/keys.ts';
import { auditKind, kindOf } from './record-kinds.ts';

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
  search: kindOf(keys.search('', '', '').pk),
  count: kindOf(keys.count('').pk),
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
  'integrations/token': { puts: [] },
  'visits/stop-emails': { puts: [kinds.member, auditKind] },
  'managers/confirm-email': { puts: [kinds.user, kinds.unique, auditKind], removes: [kinds.unique] },
  'enrollment/accept-invitation': {
    puts: [kinds.user, kinds.unique, kinds.invitation, kinds.member, auditKind],
  },
};
