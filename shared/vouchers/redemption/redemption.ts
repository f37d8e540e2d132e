import * as z from 'zod';
import { dateInChicago, showDate, timeInChicago } from '../../calendar.ts';
import { text } from '../../fields.ts';
import { money } from '../../money.ts';
import { Refusal } from '../../refusal.ts';
import { onWire } from '../../wire-names.ts';
import type { Voucher } from '../voucher.ts';
import type { VoucherProgram } from '../voucher-program.ts';

/**
 * A code as it was typed, or the address in a QR code as it was scanned; whether it is one is told with the same words
 * as for one that is unknown.
 */
export const codeForm = z.object({ code: text('Code', { max: 300 }) });

/** What a club sees of a voucher: never whose it is. */
export const lookedUpVoucher = z.object({
  code: z.string(),
  displayName: z.string(),
  redemptionValue: money(),
  startDate: z.string(),
  endDate: z.string(),
  redeemedOn: z.string().nullable(),
  redeemedBy: z.string().nullable(),
});

/** Who redeems: a person for the club that they manage. */
export interface Redeemer {
  userId: string;
  name: string;
  facilityId: string;
  facilityNumber: string;
  facilityName: string;
}

export const unknownCode = () =>
  new Refusal(
    'invalid',
    'This code is not known. Check it, then type it again. Nothing was redeemed.',
    'code',
  );

const refuse = (sentence: string): never => {
  throw new Refusal('invalid', `${sentence} Nothing was redeemed.`, 'code');
};

/** An instant as people at a club read it: 07/01/2026 at 7:05 AM (Chicago time). */
export function showMoment(instant: string): string {
  const at = new Date(instant);
  const { hour, minute } = timeInChicago(at);
  const time = `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
  return `${showDate(dateInChicago(at))} at ${time} (Chicago time)`;
}

/**
 * May this club redeem the voucher now? Refuses, each with its sentence, one that is void, redeemed by another club,
 * not yet valid or expired (both days included). True when the same club redeemed it already: it is told so again.
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
      `This voucher was redeemed already, by ${voucher.facilityName ?? 'another club'} on ${showMoment(voucher.redeemedOn ?? '')}.`,
      'code',
    );
  }
  if (voucher.status === 'void') refuse('This voucher is void.');
  if (voucher.status === 'draft') throw unknownCode();
  if (today < startDate) refuse(`This voucher is valid from ${showDate(startDate)} on.`);
  if (today > endDate) refuse(`This voucher expired on ${showDate(endDate)}.`);
  return false;
}

/** A voucher that a club has redeemed at an instant. */
export const redeemedAt = (voucher: Voucher, club: Redeemer, now: Date): Voucher => ({
  ...voucher,
  status: 'redeemed',
  facilityId: club.facilityId,
  facilityNumber: club.facilityNumber,
  facilityName: club.facilityName,
  redeemedBy: club.name,
  redeemedOn: now.toISOString(),
});

/** One redemption as its club keeps it; the amount in cents. */
export const redemption = z.object({
  voucherId: z.string(),
  programId: z.string(),
  facilityId: z.string(),
  displayName: z.string(),
  amount: z.int(),
  /** The last group of the code. */
  codeEnd: z.string(),
  redeemedBy: z.string(),
  redeemedOn: z.string(),
  version: z.int(),
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

/** The page of a voucher's recipient (spec: beyond redemption); `code` only while it can be used. */
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

/** The state of a voucher for its recipient at an instant. */
export function recipientStatus(
  { status }: Pick<Voucher, 'status'>,
  { startDate, endDate }: Pick<VoucherProgram, 'startDate' | 'endDate'>,
  now: Date,
): RecipientVoucher['status'] {
  const today = dateInChicago(now);
  if (status === 'redeemed' || status === 'void') return status;
  return today < startDate ? 'not yet valid' : today > endDate ? 'expired' : 'valid';
}
