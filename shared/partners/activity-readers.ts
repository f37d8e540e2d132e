import type { AuditEventName } from '../audit-event.ts';

/**
 * Readers of a partner's activity list. `rosterManagers`: managers with any access to the roster. `managers`: only those
 * with access to everything. Administrators see all events.
 */
const activityReaders = ['rosterManagers', 'managers', 'administrators'] as const;
export type ActivityReader = (typeof activityReaders)[number];

/** Events of managers with any access to the roster. */
const rosterEvents: ReadonlySet<AuditEventName> = new Set([
  'partner created',
  'partner changed',
  'manager created',
  'manager changed',
  'manager deleted',
  'manager invited',
  'manager email asked to change',
  'manager email reverted',
  'group membership created',
  'group membership changed',
  'key fobs added',
  'key fob changed',
  'key fob deleted',
  'key fob reassigned',
  'employees uploaded',
  'upload columns chosen',
  'upload rows discarded',
  'sign-up link changed',
  'sign-up link renewed',
  'sign-up link turned off',
  'sign-ups declined',
  'roster change read',
  'roster change confirmed',
  'roster change agreed',
  'roster change discarded',
  'roster change taken back',
  'member invited',
  'member told of changed terms',
  'member accepted invitation',
  'member enrolled',
  'member signed agreement',
  'member email changed',
  'member changed',
  'member status changed',
  'member transferred',
  'member paused membership',
  'member resumed membership',
]);

/** Further events of managers with access to everything. */
const managerEvents: ReadonlySet<AuditEventName> = new Set([
  'partner bank account changed',
  'partner bank account replaced',
  'partner bank account released',
  'partner bank account withdrawn',
  'partner billing changed',
  'bank account shown in full',
  'access reviewed',
  'single sign-on saved',
  'single sign-on tried',
  'single sign-on confirmed',
  'single sign-on discarded',
  'single sign-on turned off',
  'email domain added',
  'email domain proven',
  'email domain removed',
  'payroll settings changed',
  'payroll file made',
  'API client created',
  'API client secret added',
  'API client secret removed',
  'API client revoked',
  'webhook added',
  'webhook changed',
  'webhook secret replaced',
  'webhook deleted',
  'webhook deliveries repeated',
]);

/** Returns the reader with the least access that sees an event: administrators, unless it is listed here. */
export const leastReaderOf = (name: AuditEventName): ActivityReader =>
  rosterEvents.has(name) ? 'rosterManagers' : managerEvents.has(name) ? 'managers' : 'administrators';

/** Returns true if a reader sees an event. */
export const isActivityOf = (reader: ActivityReader, name: AuditEventName): boolean =>
  activityReaders.indexOf(leastReaderOf(name)) <= activityReaders.indexOf(reader);
