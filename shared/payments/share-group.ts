import * as z from 'zod';
import { monthName, type PeriodId } from '../calendar.ts';
import type { Cents } from '../money.ts';

/**
 * Members in addition to those of the month: `late` were activated after their month was generated; `moved in` and
 * `moved out` correct the facility that was paid for an earlier month; `canceled` and `ended` deduct an earlier month of a
 * membership that was canceled or that a notice of an earlier day ended; `excluded` and `same person` are paid elsewhere
 * in the month and add nothing. A `possible duplicate` is counted and shown to an administrator.
 */
const shareGroupKinds = [
  'late',
  'moved in',
  'moved out',
  'canceled',
  'ended',
  'excluded',
  'same person',
  'possible duplicate',
] as const;
export type ShareGroupKind = (typeof shareGroupKinds)[number];

/** A group of a payment's reason. `each` is the amount per member in cents. */
export const shareGroup = z.object({
  kind: z.enum(shareGroupKinds),
  period: z.string(),
  members: z.int(),
  each: z.int(),
});
export type ShareGroup = z.output<typeof shareGroup>;

/** The members of a payment and of its groups, as they were counted. */
export interface PaymentMembers {
  own: ReadonlySet<string>;
  groups: (ShareGroup & { memberIds: string[] })[];
}

export type DescribedGroup = ShareGroup & { what: string };

const counted = (members: number): string => `${members} ${members === 1 ? 'member' : 'members'}`;

const texts: Record<ShareGroupKind, (members: string, month: string, detail: string) => string> = {
  late: (members, month) => `${members} of ${month} × dues for one member`,
  'moved in': (members, month) =>
    `Correction: ${members} of ${month} transferred here after another club was paid × dues for one member`,
  'moved out': (members, month) =>
    `Correction: ${members} of ${month} transferred to another club after this one was paid × dues for one member`,
  canceled: (members, month) =>
    `Correction: ${members} of ${month} canceled within the right of cancellation × dues for one member`,
  ended: (members, month) =>
    `Correction: ${members} of ${month} with a notice before this month × dues for one member`,
  excluded: (members, month, elsewhere) =>
    `${members} not counted: in the payment of ${elsewhere} for ${month}`,
  'same person': (members, month) => `${members} not counted: left and enrolled again in ${month}`,
  'possible duplicate': (members, month, names) =>
    `Please check: ${members} of ${month} may be counted twice, as a former and a new member (${names})`,
};

/** Returns the group with its text. `detail` is the name of the club that is paid instead, or of the members to check. */
export const describeGroup = (
  kind: ShareGroupKind,
  period: PeriodId,
  members: number,
  each: Cents,
  detail = '',
): DescribedGroup => ({
  kind,
  period,
  members,
  each,
  what: texts[kind](counted(members), monthName(period), detail),
});

export const isPaidGroup = ({ kind }: Pick<ShareGroup, 'kind'>): boolean =>
  kind === 'late' || kind === 'moved in';

/** Returns the steps, amount in cents, member count, and reason parts of the groups. */
export function addGroups(groups: readonly DescribedGroup[]) {
  const sum = (some: readonly DescribedGroup[], value: (describedGroup: DescribedGroup) => number) =>
    some.reduce((total, describedGroup) => total + value(describedGroup), 0);
  const lateCount = sum(
    groups.filter(({ kind }) => kind === 'late'),
    ({ members }) => members,
  );
  return {
    steps: groups.map(({ what, members, each }) => ({ what, amount: members * each })),
    amount: sum(groups, ({ members, each }) => members * each),
    members: sum(groups.filter(isPaidGroup), ({ members }) => members),
    reason: {
      ...(lateCount > 0 && { lateCount }),
      ...(groups.length > 0 && {
        groups: groups.map(({ kind, period, members, each }) => ({ kind, period, members, each })),
      }),
    },
  };
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
  /** The stored payment of the month is kept although the generation could replace it. */
  isUnchanged?: boolean;
}
export type Shares = Map<string, PayeeShares>;

export const noShares: PayeeShares = { dropped: [], groups: [] };

const payeeSharesOf = (shares: Shares, payee: string): PayeeShares => {
  const payeeShares = shares.get(payee) ?? { dropped: [], groups: [] };
  shares.set(payee, payeeShares);
  return payeeShares;
};

export const drop = (shares: Shares, payee: string, memberId: string): void => {
  payeeSharesOf(shares, payee).dropped.push(memberId);
};

export const leaveUnchanged = (shares: Shares, payee: string): void => {
  payeeSharesOf(shares, payee).isUnchanged = true;
};

export function addToGroup(
  shares: Shares,
  payee: string,
  memberId: string,
  { kind, period, each = 0, detail = '' }: Pick<MemberGroup, 'kind' | 'period'> & Partial<MemberGroup>,
): void {
  const { groups } = payeeSharesOf(shares, payee);
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
