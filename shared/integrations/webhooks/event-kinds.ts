import type { WebhookOwner } from './owner.ts';

/** Audiences of an event: administrators, the partner, or the club concerned. */
export type Audience = 'all' | 'partner' | 'club';

/** Fields of the data of some event. */
type EventField =
  | 'memberId'
  | 'partnerId'
  | 'facilityId'
  | 'status'
  | 'date'
  | 'paymentId'
  | 'paymentKind'
  | 'paymentTypeId'
  | 'periodId'
  | 'amount'
  | 'returnCode'
  | 'rosterChangeId'
  | 'changed'
  | 'failed';

interface EventKind {
  /** The audiences that receive the event, with the fields that each of them receives. */
  fields: Partial<Record<Audience, readonly EventField[]>>;
  /** When the event is sent, one sentence. */
  when: string;
}

const member: readonly EventField[] = ['memberId', 'partnerId', 'facilityId', 'status'];
const visit: readonly EventField[] = ['memberId', 'partnerId', 'facilityId', 'date'];
const roster: readonly EventField[] = ['partnerId', 'rosterChangeId', 'changed', 'failed'];
const payment: readonly EventField[] = [
  'paymentId',
  'paymentKind',
  'paymentTypeId',
  'periodId',
  'partnerId',
  'amount',
  'returnCode',
];
const ofMember = { all: member, partner: member, club: member };
const ofPayment = {
  all: [...payment, 'facilityId', 'memberId'],
  partner: payment,
  club: [...payment, 'facilityId'],
} satisfies EventKind['fields'];

/**
 * Kinds of events with their audiences. Visits are not sent to partners: an employer sees visit days only as far as the
 * member's agreement and the program allow, and not on the day itself (employer-log.ts). A partner and a club receive
 * events of their own payments only.
 */
export const eventKinds = {
  'member.invited': { fields: { all: member, partner: member }, when: 'A member was invited.' },
  'member.enrolled': { fields: ofMember, when: 'A member enrolled, or waits for the first dues again.' },
  'member.activated': { fields: ofMember, when: 'A membership became active.' },
  'member.suspended': { fields: ofMember, when: 'A membership was suspended or put on hold.' },
  'member.left': { fields: ofMember, when: 'A membership ended.' },
  'visit.counted': { fields: { all: visit, club: visit }, when: 'A check-in was counted as a visit.' },
  'payment.sent': { fields: ofPayment, when: 'A payment was sent to the bank.' },
  'payment.settled': { fields: ofPayment, when: 'A payment was completed after its return window.' },
  'payment.returned': { fields: ofPayment, when: 'The bank returned a payment.' },
  'roster.completed': {
    fields: { all: roster, partner: roster },
    when: 'A roster change was applied completely.',
  },
} as const satisfies Record<string, EventKind>;

export type EventKindName = keyof typeof eventKinds;

export const eventKindNames = Object.keys(eventKinds) as [EventKindName, ...EventKindName[]];

export const audienceOf = (owner: WebhookOwner): Audience => owner.split('-')[0] as Audience;

/** Returns the fields of an event that an owner receives; undefined if the owner does not receive the kind. */
export const fieldsFor = (owner: WebhookOwner, kind: EventKindName): readonly string[] | undefined =>
  (eventKinds[kind].fields as EventKind['fields'])[audienceOf(owner)];

/** Returns the kinds that a webhook of an owner can receive. */
export const kindsFor = (owner: WebhookOwner): EventKindName[] =>
  eventKindNames.filter((kind) => fieldsFor(owner, kind) !== undefined);
