import * as z from 'zod';
import { dateInChicago, showDate, showMoment } from '../calendar.ts';
import { recordVersion } from '../ids.ts';
import { text } from '../fields.ts';
import { money } from '../money.ts';
import { Refusal } from '../refusal.ts';
import { onWire } from '../wire-names.ts';
import type { Voucher } from './voucher.ts';
import type { VoucherProgram } from './voucher-program.ts';

/** An entered code or a scanned QR code address; an invalid one gets the same message as an unknown one. */
export const codeForm = z.object({ code: text('Code', { max: 300 }) });

/** A voucher as shown to a club, without the recipient. */
export const redeemableVoucher = z.object({
  code: z.string(),
  displayName: z.string(),
  redemptionValue: money(),
  startDate: z.string(),
  endDate: z.string(),
  redeemedOn: z.string().nullable(),
  redeemedBy: z.string().nullable(),
});

/** A user and the club that they redeem for. */
export interface Redeemer {
  userId: string;
  name: string;
  facilityId: string;
  facilityNumber: string;
  facilityName: string;
}

export const unknownCode = () =>
  new Refusal('invalid', 'Unknown code. Check it, then enter it again. Nothing was redeemed.', 'code');

const refuse = (message: string): never => {
  throw new Refusal('invalid', `${message} Nothing was redeemed.`, 'code');
};

/**
 * Throws if the voucher is void, redeemed by another club, not yet valid, or expired (both days included). Returns true
 * if the same club redeemed it already.
 */
export function isRedeemedHere(
  voucher: Voucher,
  { startDate, endDate }: Pick<VoucherProgram, 'startDate' | 'endDate'>,
  facilityId: string,
  now: Date,
): boolean {
  const today = dateInChicago(now);
  if (voucher.status === 'redeemed') {
    if (voucher.facilityId === facilityId) return true;
    throw new Refusal(
      'conflict',
      `This voucher was already redeemed by ${voucher.facilityName ?? 'another club'} on ${showMoment(voucher.redeemedOn ?? '')}.`,
      'code',
    );
  }
  if (voucher.status === 'void') refuse('This voucher is void.');
  if (voucher.status === 'draft') throw unknownCode();
  if (today < startDate) refuse(`This voucher is valid from ${showDate(startDate)}.`);
  if (today > endDate) refuse(`This voucher expired on ${showDate(endDate)}.`);
  return false;
}

export const redeemedAt = (voucher: Voucher, facility: Redeemer, now: Date): Voucher => ({
  ...voucher,
  status: 'redeemed',
  facilityId: facility.facilityId,
  facilityNumber: facility.facilityNumber,
  facilityName: facility.facilityName,
  redeemedBy: facility.name,
  redeemedOn: now.toISOString(),
});

/** A club's redemption; the amount in cents. */
export const redemption = z.object({
  voucherId: z.string(),
  programId: z.string(),
  facilityId: z.string(),
  displayName: z.string(),
  amount: z.int(),
  /** Last group of the code. */
  codeEnd: z.string(),
  redeemedBy: z.string(),
  redeemedOn: z.string(),
  version: recordVersion,
});
export type Redemption = z.output<typeof redemption>;

export const redemptionColumns = ['redeemedOn', 'displayName', 'amount', 'redeemedBy'] as const;

export const redemptionRow = z.object({
  voucherId: z.string(),
  displayName: z.string(),
  amount: money(),
  codeEnd: z.string(),
  redeemedBy: z.string(),
  redeemedOn: z.string(),
});

/** Page of a voucher's recipient; `code` only while it is valid. */
export const recipientVoucher = z.object({
  status: z.enum(['valid', 'not yet valid', 'expired', 'redeemed', 'void']),
  displayName: z.string(),
  partnerName: z.string(),
  redemptionValue: money(),
  startDate: z.string(),
  endDate: z.string(),
  code: z.string().nullable(),
  facilityName: onWire('facilityName', z.string().nullable()),
  redeemedOn: z.string().nullable(),
});
export type RecipientVoucher = z.output<typeof recipientVoucher>;

export function recipientStatus(
  { status }: Pick<Voucher, 'status'>,
  { startDate, endDate }: Pick<VoucherProgram, 'startDate' | 'endDate'>,
  now: Date,
): RecipientVoucher['status'] {
  const today = dateInChicago(now);
  if (status === 'redeemed' || status === 'void') return status;
  return today < startDate ? 'not yet valid' : today > endDate ? 'expired' : 'valid';
}
