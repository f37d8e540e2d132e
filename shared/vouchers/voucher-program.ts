import type { CalendarDate } from '../calendar.ts';
import { Refusal } from '../refusal.ts';
import type { Voucher } from './voucher.ts';
import * as z from 'zod';
import { validated } from '../field-rules.ts';
import { calendarDate, dollars, text } from '../fields.ts';
import { partnerId, recordId, recordVersion } from '../ids.ts';
import { money } from '../money.ts';
import { onWire } from '../wire-names.ts';

/** Maximum size of a logo in bytes, and maximum pixels before decoding (spec 2 §5). */
export const maxLogoBytes = 1_048_576;
export const maxLogoPixels = 4_000_000;
export const logoEndings = ['.jpeg', '.jpg', '.png'] as const;
export const recommendedLogo = { width: 178, height: 60 } as const;

/** Messages of spec 2 §5. */
export const logoTooLarge = 'File with maximum size of 1 MB is allowed';
export const logoWrongKind =
  'Invalid file format. Please make sure that you are using .jpeg, .jpg, .png file formats.';
export const logoTooManyPixels =
  'This picture has too many pixels. Nothing was saved. Use one with at most 4 megapixels.';
export const logoDamaged =
  'This picture is damaged. Nothing was saved. Save it again as .png or .jpeg, then select it.';

/** Maximum number of resends after soft bounces before a voucher is undeliverable. */
const maxSoftBounceResends = 3;

/** A delivery event; `emailNumber` identifies the voucher's email. */
export interface EmailEvent {
  kind: 'hard bounce' | 'soft bounce' | 'complaint';
  reason: string;
  emailNumber: number;
}

export const complained = 'The recipient reported the email as spam.';

/**
 * Returns the voucher after an event about its last email, and whether to send the email again. Undefined for repeated,
 * outdated, or irrelevant events.
 */
export function afterEmailEvent(
  voucher: Voucher,
  { kind, reason, emailNumber }: EmailEvent,
): { voucher: Voucher; isSentAgain: boolean } | undefined {
  const { status, softBounces } = voucher;
  if (emailNumber !== voucher.emailNumber || voucher.bouncedEmail === emailNumber || status !== 'sent')
    return undefined;
  const recorded = { ...voucher, bouncedEmail: emailNumber };
  if (kind === 'complaint') return { voucher: { ...recorded, emailProblem: complained }, isSentAgain: false };
  if (kind === 'soft bounce' && softBounces < maxSoftBounceResends)
    return { voucher: { ...recorded, softBounces: softBounces + 1 }, isSentAgain: true };
  return { voucher: { ...recorded, status: 'undeliverable', emailProblem: reason }, isSentAgain: false };
}

export const afterEmail = (voucher: Voucher, at: string): Voucher => ({
  ...voucher,
  status: 'sent',
  emailNumber: voucher.emailNumber + 1,
  emailedOn: at,
  emailProblem: null,
});

export const afterRefusedAddress = (voucher: Voucher): Voucher => ({
  ...voucher,
  status: 'undeliverable',
  emailNumber: voucher.emailNumber + 1,
  emailProblem: 'The email service does not accept this address.',
});

/** Throws if a program cannot be published: no recipients, end date passed, or changed since the preview. */
export function mustBePublishable(program: VoucherProgram, version: number, today: CalendarDate): void {
  if (program.recipientCount === 0)
    throw new Refusal('invalid', 'Upload recipients before you publish this program. Nothing was sent.');
  if (program.endDate < today)
    throw new Refusal(
      'invalid',
      'The end date has passed. Select a later one, then publish. Nothing was sent.',
    );
  if (program.version !== version)
    throw new Refusal(
      'conflict',
      'Someone changed this program since you opened it. Nothing was sent. Reload, preview the email, then publish.',
    );
}

/** A program's ID: a whole number from 1 as text; 0 means "not saved yet". */
export const voucherProgramId = partnerId;
export const newVoucherProgramId = '0';

interface Dates {
  startDate?: CalendarDate;
  endDate?: CalendarDate;
}

/** A program lasts from its start date to its end date, both included, in Chicago (spec 2 §5). */
const datesInOrder = ({ startDate, endDate }: Dates): Record<string, string> =>
  startDate && endDate && startDate > endDate
    ? {
        startDate: "Start Date can't be greater than End Date.",
        endDate: "End Date can't be less than Start Date.",
      }
    : {};

/** The form of a voucher program (spec 2 §3, §5). */
export const voucherProgramForm = z
  .object({
    id: voucherProgramId,
    partnerId: onWire('partnerID', partnerId),
    displayName: text('Program Name', { max: 100 }),
    redemptionValue: dollars('Redemption Amount', { least: 1, most: 9_999_999_999 }),
    startDate: calendarDate('Start Date'),
    endDate: calendarDate('End Date'),
    /** Name of the unchanged logo; null removes it. */
    partnerLogoFileName: z.string().max(200).nullable().optional(),
    /** Version that was loaded; undefined for a new program. */
    version: recordVersion.optional(),
  })
  .superRefine(...validated(datesInOrder));
export type VoucherProgramForm = z.output<typeof voucherProgramForm>;

/** A stored logo; `key` is its object in the files bucket. */
const voucherLogo = z.object({
  fileName: z.string(),
  type: z.enum(['image/png', 'image/jpeg']),
  width: z.int(),
  height: z.int(),
  key: z.string(),
});
export type VoucherLogo = z.output<typeof voucherLogo>;

/** A stored program; amounts in cents. */
export const voucherProgram = z.object({
  id: z.string(),
  partnerId: z.string(),
  displayName: z.string(),
  redemptionValue: z.int(),
  startDate: z.string(),
  endDate: z.string(),
  logo: voucherLogo.nullable(),
  /** The active recipients file; null before the first one. */
  batchId: z.string().nullable(),
  recipientCount: z.int(),
  /** Titles of the columns besides Email, in the order of the recipients file. */
  metadataColumns: z.array(z.string()),
  /** The job that imports a recipients file, until it ends. */
  uploadJobId: z.string().nullable(),
  /** ISO instant; null means unpublished (spec 2 §3). */
  publishedOn: z.string().nullable(),
  publishJobId: z.string().nullable(),
  version: recordVersion,
});
export type VoucherProgram = z.output<typeof voucherProgram>;

/** Vouchers of a program by stored status. */
export const voucherCounts = z.object({
  sent: z.int(),
  undeliverable: z.int(),
  redeemed: z.int(),
  void: z.int(),
});
export type VoucherCounts = z.output<typeof voucherCounts>;
export const noCounts: VoucherCounts = { sent: 0, undeliverable: 0, redeemed: 0, void: 0 };

/** Sums of a program's vouchers; amounts in cents. Unredeemed vouchers count as expired after the end date. */
const voucherSums = z.object({
  recipients: z.int(),
  waiting: z.int(),
  sent: z.int(),
  undeliverable: z.int(),
  redeemed: z.int(),
  expired: z.int(),
  void: z.int(),
  amountRedeemed: money({ most: Number.MAX_SAFE_INTEGER }),
  amountOutstanding: money({ most: Number.MAX_SAFE_INTEGER }),
});
export type VoucherSums = z.output<typeof voucherSums>;

/** Returns the sums of a program on a day; vouchers of an unpublished program count as waiting only. */
export function sumsOfProgram(
  {
    recipientCount,
    redemptionValue,
    endDate,
  }: Pick<VoucherProgram, 'recipientCount' | 'redemptionValue' | 'endDate'>,
  counts: VoucherCounts,
  today: CalendarDate,
): VoucherSums {
  const isOver = today > endDate;
  const open = counts.sent + counts.undeliverable;
  return {
    recipients: recipientCount,
    waiting: Math.max(0, recipientCount - open - counts.redeemed - counts.void),
    sent: isOver ? 0 : counts.sent,
    undeliverable: isOver ? 0 : counts.undeliverable,
    redeemed: counts.redeemed,
    expired: isOver ? open : 0,
    void: counts.void,
    amountRedeemed: counts.redeemed * redemptionValue,
    amountOutstanding: isOver ? 0 : open * redemptionValue,
  };
}

export const voucherProgramResponse = z.object({
  id: z.string(),
  partnerId: onWire('partnerID', z.string()),
  displayName: z.string(),
  redemptionValue: money(),
  startDate: z.string(),
  endDate: z.string(),
  partnerLogoFileName: z.string().nullable(),
  metadataColumns: z.array(z.string()),
  publishedOn: z.string().nullable(),
  uploadJobId: recordId.nullable(),
  publishJobId: recordId.nullable(),
  sums: voucherSums,
  version: recordVersion,
});

export const voucherProgramColumns = ['displayName', 'startDate', 'endDate', 'redemptionValue'] as const;

export const voucherProgramRow = z.object({
  id: z.string(),
  displayName: z.string(),
  redemptionValue: money(),
  startDate: z.string(),
  endDate: z.string(),
  publishedOn: z.string().nullable(),
  recipients: z.int(),
  redeemed: z.int(),
  undeliverable: z.int(),
});
