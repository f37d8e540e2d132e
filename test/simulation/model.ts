// An independent model of the money rules, written from the specification; it imports nothing of the portal.

/** Facts about a member as the actors caused them. Dates are calendar dates in Chicago, amounts cents. */
export interface ModelMember {
  dues: number;
  reimbursement: number;
  visitsRequired: number;
  /** First day of the enrollment. */
  from: string;
  /** First day without membership. */
  to?: string;
  /** The membership ended before its first dues were sent. */
  leftUnpaid: boolean;
  isActivated: boolean;
  /** Days on which a club reported a visit. */
  visitDays: ReadonlySet<string>;
}

const daysIn = (month: string): number =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(4)), 0)).getUTCDate();

const firstOf = (month: string): string => `${month.slice(0, 4)}-${month.slice(4)}-01`;
const lastOf = (month: string): string => `${month.slice(0, 4)}-${month.slice(4)}-${daysIn(month)}`;
const monthOf = (date: string): string => date.slice(0, 4) + date.slice(5, 7);

/** Returns true if the membership has a day in the month. */
const hasDay = ({ from, to }: ModelMember, month: string): boolean =>
  from <= lastOf(month) && (to === undefined || (to > firstOf(month) && to > from));

/** Returns the dues of a month in cents: the first month by the day, rounded half up; undefined if none are owed. */
export function duesOf(member: ModelMember, month: string): number | undefined {
  if (member.dues === 0 || member.leftUnpaid || !hasDay(member, month)) return undefined;
  if (monthOf(member.from) !== month) return member.dues;
  const days = daysIn(month) - Number(member.from.slice(8)) + 1;
  return Math.floor((member.dues * days * 2 + daysIn(month)) / (2 * daysIn(month)));
}

/** Returns the reimbursement of a closed month in cents, 0 for too few visits; undefined if the member has none. */
export function reimbursementOf(member: ModelMember, month: string): number | undefined {
  if (member.reimbursement === 0 || !member.isActivated || member.leftUnpaid || !hasDay(member, month))
    return undefined;
  const visits = [...member.visitDays].filter(
    (date) => monthOf(date) === month && date >= member.from && (member.to === undefined || date < member.to),
  ).length;
  return visits >= member.visitsRequired ? member.reimbursement : 0;
}

/** True for a payment that the bank holds: submitted, received, or completed. */
export const isHeldByBank = (status: number): boolean => status === 1 || status === 2 || status === 5;

/** Payment statuses that each status can become. */
const paymentMoves: Record<number, readonly number[]> = {
  0: [2, 4, 6],
  1: [3, 4, 5],
  2: [1, 3, 4, 5],
  3: [2, 4, 6],
  4: [0],
  5: [3, 4],
  6: [0],
};

/** Returns true if a payment can change from one status to another in a day; canceled and external payments rest. */
export function canBecome(before: number, after: number, steps = 3): boolean {
  const next = paymentMoves[before] ?? [];
  if (before === after || next.includes(after)) return true;
  return (
    steps > 1 && next.some((status) => status !== 4 && status !== 6 && canBecome(status, after, steps - 1))
  );
}
