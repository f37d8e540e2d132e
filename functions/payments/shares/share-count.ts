import type { PeriodId } from '../../../shared/calendar.ts';
import type { Enrollment } from '../../../shared/enrollment/enrollment.ts';
import type { Member } from '../../../shared/members/member.ts';
import type { BookedPayments } from './booked-payments.ts';
import type { Shares } from './member-shares.ts';
import type { ShareContext, Stays } from './share-context.ts';

/** A person who left and enrolled again in a month, with two memberships. */
export interface Pair {
  former: Member;
  present: Member;
  isCertain: boolean;
}

export interface Persons {
  pairsIn: (period: PeriodId) => Promise<Pair[]>;
  /** Returns the other memberships of the member's person in a month. */
  sameAs: (memberId: string, period: PeriodId) => Promise<string[]>;
}

export interface ShareCount {
  context: ShareContext;
  enrollments: readonly Enrollment[];
  stays: Stays;
  booked: BookedPayments;
  persons: Persons;
  shares: Shares;
}
