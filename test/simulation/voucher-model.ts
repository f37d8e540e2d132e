// An independent model of vouchers, from the specification; it imports nothing of the portal.

/** Status as stored; a voucher of a program that ended counts as expired. */
export type Status = 'draft' | 'sent' | 'undeliverable' | 'redeemed' | 'void';

/** Statuses that each status can become in one write. */
const moves: Record<Status, readonly Status[]> = {
  draft: ['sent', 'undeliverable'],
  sent: ['undeliverable', 'redeemed', 'void'],
  undeliverable: ['sent', 'redeemed', 'void'],
  // a redemption can be undone on its day
  redeemed: ['sent'],
  void: [],
};

const canVoucher = (before: Status, after: Status): boolean =>
  before === after || moves[before].includes(after);

export interface ModelVoucher {
  status: Status;
  redeemedOn: string | null;
}

/** First and last day of a program. */
export interface ModelProgram {
  startDate: string;
  endDate: string;
}

/** Returns why a voucher may not change on a day in Chicago; `day` is the day of its redemption. */
export function voucherError(
  before: ModelVoucher,
  after: ModelVoucher,
  { startDate, endDate }: ModelProgram,
  today: string,
  day: string | null,
): string | undefined {
  if (!canVoucher(before.status, after.status)) return `changes from ${before.status} to ${after.status}`;
  const isRedeemed = before.status !== 'redeemed' && after.status === 'redeemed';
  if (isRedeemed && (today < startDate || today > endDate))
    return `is redeemed on ${today}, after ${endDate}`;
  if (before.status === 'redeemed' && after.status === 'sent' && day !== today)
    return `is no longer redeemed, although that was on ${day}`;
  if (before.status === 'redeemed' && after.status === 'redeemed' && before.redeemedOn !== after.redeemedOn)
    return 'is redeemed twice';
  return undefined;
}

/** Returns the sums of a published program on a day; `value` in dollars. */
export function sumsOf(
  vouchers: readonly ModelVoucher[],
  value: number,
  { endDate }: ModelProgram,
  today: string,
) {
  const count = (...statuses: Status[]) => vouchers.filter(({ status }) => statuses.includes(status)).length;
  const isOver = today > endDate;
  const open = count('sent', 'undeliverable');
  return {
    recipients: vouchers.length,
    waiting: count('draft'),
    sent: isOver ? 0 : count('sent'),
    undeliverable: isOver ? 0 : count('undeliverable'),
    redeemed: count('redeemed'),
    expired: isOver ? open : 0,
    void: count('void'),
    amountRedeemed: count('redeemed') * value,
    amountOutstanding: isOver ? 0 : open * value,
  };
}
