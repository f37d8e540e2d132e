import type { PeriodId } from '../../../shared/calendar.ts';
import type { Cents } from '../../../shared/money.ts';
import {
  describeGroup,
  type DescribedGroup,
  type ShareGroupKind,
} from '../../../shared/payments/share-group.ts';

/** Members beside those of the month at a payee, with the text and amount of their step. */
export interface MemberGroup {
  kind: ShareGroupKind;
  period: PeriodId;
  each: Cents;
  detail: string;
  memberIds: string[];
}

/** How a payee's members of the month differ from those with a day there. */
export interface PayeeShares {
  /** Members who are not counted by the month itself. */
  dropped: string[];
  groups: MemberGroup[];
}
export type Shares = Map<string, PayeeShares>;

export const noShares: PayeeShares = { dropped: [], groups: [] };

const sharesOf = (shares: Shares, payee: string): PayeeShares => {
  const found = shares.get(payee) ?? { dropped: [], groups: [] };
  shares.set(payee, found);
  return found;
};

export const drop = (shares: Shares, payee: string, memberId: string): void => {
  sharesOf(shares, payee).dropped.push(memberId);
};

/** Adds a member to the group of the same kind, month, and text. */
export function addToGroup(
  shares: Shares,
  payee: string,
  memberId: string,
  { kind, period, each = 0, detail = '' }: Pick<MemberGroup, 'kind' | 'period'> & Partial<MemberGroup>,
): void {
  const { groups } = sharesOf(shares, payee);
  const found = groups.find(
    (one) => one.kind === kind && one.period === period && one.each === each && one.detail === detail,
  );
  if (found) found.memberIds.push(memberId);
  else groups.push({ kind, period, each, detail, memberIds: [memberId] });
}

const order = ({ period, kind, detail }: MemberGroup): string => `${period} ${kind} ${detail}`;

/** The groups in a fixed order, each with its members in order: the same members make the same payment. */
export const inOrder = (groups: readonly MemberGroup[]): MemberGroup[] =>
  groups
    .map((one) => ({ ...one, memberIds: one.memberIds.toSorted() }))
    .toSorted((one, other) => (order(one) < order(other) ? -1 : 1));

export const described = (groups: readonly MemberGroup[]): DescribedGroup[] =>
  groups.map(({ kind, period, memberIds, each, detail }) =>
    describeGroup(kind, period, memberIds.length, each, detail),
  );
