import type { PeriodId } from '../../../shared/calendar.ts';
import type { Enrollment } from '../../../shared/enrollment/enrollment.ts';
import type { Member } from '../../../shared/members/member.ts';
import type { BookedPayments } from './booked-payments.ts';
import type { ShareContext, Stays } from './share-context.ts';
import type { Cents } from '../../../shared/money.ts';
import {
  describeGroup,
  type DescribedGroup,
  type ShareGroupKind,
} from '../../../shared/payments/share-group.ts';

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

/** Additional members of a payee, with the text and amount of their step. */
export interface MemberGroup {
  kind: ShareGroupKind;
  period: PeriodId;
  each: Cents;
  detail: string;
  memberIds: string[];
}

/** Adjustments to the payee's members with a day in the month. */
export interface PayeeShares {
  /** Members who are not counted in the month itself. */
  dropped: string[];
  groups: MemberGroup[];
}
export type Shares = Map<string, PayeeShares>;

export const noShares: PayeeShares = { dropped: [], groups: [] };

const sharesOf = (shares: Shares, payee: string): PayeeShares => {
  const payeeShares = shares.get(payee) ?? { dropped: [], groups: [] };
  shares.set(payee, payeeShares);
  return payeeShares;
};

export const drop = (shares: Shares, payee: string, memberId: string): void => {
  sharesOf(shares, payee).dropped.push(memberId);
};

export function addToGroup(
  shares: Shares,
  payee: string,
  memberId: string,
  { kind, period, each = 0, detail = '' }: Pick<MemberGroup, 'kind' | 'period'> & Partial<MemberGroup>,
): void {
  const { groups } = sharesOf(shares, payee);
  const group = groups.find(
    (group) =>
      group.kind === kind && group.period === period && group.each === each && group.detail === detail,
  );
  if (group) group.memberIds.push(memberId);
  else groups.push({ kind, period, each, detail, memberIds: [memberId] });
}

const order = ({ period, kind, detail }: MemberGroup): string => `${period} ${kind} ${detail}`;

/** Sorts groups and their members so that the same members result in the same payment. */
export const inOrder = (groups: readonly MemberGroup[]): MemberGroup[] =>
  groups
    .map((group) => ({ ...group, memberIds: group.memberIds.toSorted() }))
    .toSorted((left, other) => (order(left) < order(other) ? -1 : 1));

export const described = (groups: readonly MemberGroup[]): DescribedGroup[] =>
  groups.map(({ kind, period, memberIds, each, detail }) =>
    describeGroup(kind, period, memberIds.length, each, detail),
  );
