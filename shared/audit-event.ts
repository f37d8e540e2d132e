/**
 * The closed list of what the portal remembers about who did what. Past tense, subject first.
 * An event is written in the same transaction as the change it tells of.
 */
export const auditEventNames = [
  'partner created',
  'partner changed',
  'partner bank account changed',
  'partner bank account replaced',
  'partner bank account released',
  'partner bank account withdrawn',
  'facility added',
  'facility changed',
  'facility bank account changed',
  'facility manager invited',
  'facility manager removed',
  'partner billing changed',
  'bank account shown in full',
  'administrator invited',
  'administrator removed',
  'manager created',
  'manager changed',
  'manager deleted',
  'manager invited',
  'user accepted invitation',
  'manager email asked to change',
  'group membership created',
  'group membership changed',
  'key fobs added',
  'key fob changed',
  'key fob deleted',
  'key fob reassigned',
  'employees uploaded',
  'member invited',
  'member told of changed terms',
  'member accepted invitation',
  'member enrolled',
  'member signed agreement',
  'member email changed',
  'member bank account changed',
  'member changed',
  'member status changed',
  'member transferred',
  'visits imported',
  'payments generated',
  'payment amount corrected',
  'payment correction undone',
  'payment status changed',
  'payroll settings changed',
  'payroll file made',
  'bank file prepared',
  'bank accounts opened for a bank file',
  'bank file approval asked for',
  'bank file approved',
  'bank file started',
  'bank file attempted',
  'bank file delivered',
  'bank file in doubt',
  'bank file canceled',
  'bank file sent',
  'bank file settled',
  'ledger month sealed',
  'bank file received',
  'bank entry assigned',
  'bank account held',
  'bank account corrected',
  'bank file acknowledged',
  'bank file resolution asked for',
  'bank file resolved',
  'payee told of a return',
  'bank entry dismissed',
  'bank case closed',
  'PIN refused',
  'PIN locked',
  'PIN set',
  'feature flags changed',
  'signed in',
  'sign-in locked',
  'password reset asked for',
  'password reset',
  'password changed',
  'second factor turned on',
  'second factor turned off',
  'table set up',
  'voucher program created',
  'voucher program changed',
  'voucher recipients uploaded',
  'voucher program published',
  'voucher emailed',
  'voucher email came back',
  'voucher undeliverable',
  'voucher email repeated',
  'voucher email corrected',
  'voucher voided',
  'voucher redeemed',
  'voucher redemption undone',
  'voucher code refused',
  'job started',
  'job failed',
  'job resumed',
] as const;

export type AuditEventName = (typeof auditEventNames)[number];

/** Who did what to which subject, when. Never holds a full account number, a PIN, a password or a token. */
export interface AuditEvent {
  name: AuditEventName;
  /** The record it happened to: `partner 12`, `bank file 01K…`. */
  subject: string;
  /** User id of the person, or the name of the scheduled work. */
  who: string;
  /** ISO instant. */
  when: string;
  /** The partner whose activity shows the event; of a subject `partner 12` that one. */
  partnerId?: string;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
}
