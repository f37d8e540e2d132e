import type { WebhookOwner } from './owner.ts';

/** Audiences of an event: administrators, the partner, or the club concerned. */
export type Audience = 'all' | 'partner' | 'club';

interface EventKind {
  audiences: readonly Audience[];
  /** When the event is sent, one sentence. */
  when: string;
}

const member = ['all', 'partner', 'club'] as const;

/**
 * Kinds of events with their audiences. Visits are not sent to partners: an employer sees visit days only as far as the
 * member's agreement and the program allow, and not on the day itself (employer-log.ts). A partner and a club receive
 * events of their own payments only.
 */
export const eventKinds = {
  'member.invited': { audiences: ['all', 'partner'], when: 'A member was invited.' },
  'member.enrolled': { audiences: member, when: 'A member enrolled, or waits for the first dues again.' },
  'member.activated': { audiences: member, when: 'A membership became active.' },
  'member.suspended': { audiences: member, when: 'A membership was suspended or put on hold.' },
  'member.left': { audiences: member, when: 'A membership ended.' },
  'visit.counted': { audiences: ['all', 'club'], when: 'A check-in was counted as a visit.' },
  'payment.sent': { audiences: member, when: 'A payment was sent to the bank.' },
  'payment.settled': { audiences: member, when: 'A payment was completed after its return window.' },
  'payment.returned': { audiences: member, when: 'The bank returned a payment.' },
  'roster.completed': { audiences: ['all', 'partner'], when: 'A roster change was applied completely.' },
} as const satisfies Record<string, EventKind>;

export type EventKindName = keyof typeof eventKinds;

export const eventKindNames = Object.keys(eventKinds) as [EventKindName, ...EventKindName[]];

export const audienceOf = (owner: WebhookOwner): Audience => owner.split('-')[0] as Audience;

/** Returns the kinds that a webhook of an owner can receive. */
export const kindsFor = (owner: WebhookOwner): EventKindName[] =>
  eventKindNames.filter((kind) =>
    (eventKinds[kind].audiences as readonly Audience[]).includes(audienceOf(owner)),
  );
