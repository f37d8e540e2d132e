import * as z from 'zod';
import { dateInChicago } from '../calendar.ts';
import { money } from '../money.ts';
import { bankAccountTypes, maskedNumber } from '../bank-accounts/bank-account.ts';
import { pageOf } from '../page.ts';
import { billingTypes } from '../partners/partner.ts';
import { isCorrected, isEditable, mayUndo } from './correction.ts';
import { byPaycheck, partnerReimbursements, paymentStatus } from './payment-status.ts';
import type { FacilityPayment, MemberPayment, PartnerPayment, Payment } from './payment.ts';
import { onWire } from '../wire-names.ts';
import type { AnySchema } from '../schema.ts';

const shared = {
  id: z.string(),
  partnerId: z.string(),
  partnerNumber: onWire('partnerIDNumber', z.string()),
  partnerName: z.string(),
  /** The usage period, `yyyymm`. */
  usagePeriod: z.string(),
  totalPayment: money(),
  amountToBeSent: money(),
  billingInfo: z.string(),
  payeeToken: z.string().nullable(),
  status: paymentStatus,
  paymentStatusDate: z.string(),
  isEditable: z.boolean(),
  mayUndo: z.boolean(),
  isCorrected: z.boolean(),
  isInBankFile: z.boolean(),
  version: z.int(),
};

/** A row of the partner payments table (spec 3 §3). */
export const partnerPaymentRow = z.object({
  ...shared,
  paymentTypeId: onWire('paymentTypeID', z.int()),
  monthlyInstallment: money(),
  adminFee: money(),
  startupFee: money(),
  renewalFee: money(),
  facilityAccessFee: money(),
  oneTimeFee: money(),
  oneTimeFeeReason: z.string(),
  partnerBillingTypeId: onWire('partnerBillingTypeID', z.literal([1, 2])),
});
export type PartnerPaymentRow = z.output<typeof partnerPaymentRow>;

/** A row of the facility payments table (spec 3 §3). */
export const facilityPaymentRow = z.object({
  ...shared,
  facilityNumber: onWire('facilityIDNumber', z.string()),
  facilityName: z.string(),
  numberOfMembersWhoWillBePaid: z.int(),
  duesPaidForOneMember: money(),
});
export type FacilityPaymentRow = z.output<typeof facilityPaymentRow>;

/** A row of the member payments table (spec 3 §3). */
export const memberPaymentRow = z.object({
  id: z.string(),
  partnerId: z.string(),
  memberId: onWire('memberID', z.string()),
  memberFullName: z.string(),
  facilityNumber: onWire('facilityIDNumber', z.string()),
  amountToBeSent: money(),
  memberBillingTypeId: onWire('memberBillingTypeID', z.int()),
  billingInfo: z.string(),
  paymentStatusId: onWire('paymentStatusID', paymentStatus),
  paymentStatusDate: z.string(),
  version: z.int(),
  isInBankFile: z.boolean(),
  /** The line that explains the amount, such as "7 of 12 visits in October 2026". */
  explanation: z.string(),
});
export type MemberPaymentRow = z.output<typeof memberPaymentRow>;

/** Count and sums of everything that the filter lets through. */
const listTotals = z.object({ count: z.int(), totalPayment: money(), amountToBeSent: money() });

/** A page of payments with the totals of everything the filter lets through. */
export const paymentPage = <Row extends AnySchema>(row: Row) => pageOf(row).extend({ totals: listTotals });

const sharedOf = (one: Payment) => ({
  id: one.id,
  partnerId: one.partnerId,
  partnerNumber: one.partnerNumber,
  partnerName: one.partnerName,
  usagePeriod: one.periodId,
  totalPayment: one.totalPayment,
  amountToBeSent: one.amountToBeSent,
  payeeToken: one.payeeToken,
  status: one.status,
  paymentStatusDate: dateInChicago(new Date(one.statusAt)),
  isEditable: isEditable(one),
  mayUndo: mayUndo(one),
  isCorrected: isCorrected(one),
  isInBankFile: one.bankFileId !== null,
  version: one.version,
});

/** What a row shows of the payee's account, by payee token; without one there is none. */
interface ShownAccount {
  bankAccountType: 0 | 1;
  lastFour: string;
}
export type ShownAccounts = ReadonlyMap<string, ShownAccount>;

/** An account by its type and last four digits, such as "Checking xxxxx6789". */
function accountWords({ payeeToken }: Payment, accounts: ShownAccounts): string {
  const account = payeeToken === null ? undefined : accounts.get(payeeToken);
  if (!account) return 'No bank account';
  const type = bankAccountTypes.find(({ value }) => value === account.bankAccountType);
  return `${type?.label ?? ''} ${maskedNumber(account.lastFour)}`;
}

const billingTypeName = (type: number): string => billingTypes.find(({ id }) => id === type)?.name ?? '';

export const partnerPaymentRowOf = (one: PartnerPayment, accounts: ShownAccounts): PartnerPaymentRow => ({
  ...sharedOf(one),
  paymentTypeId: one.paymentTypeId,
  monthlyInstallment: one.monthlyInstallment,
  adminFee: one.adminFee,
  startupFee: one.startupFee,
  renewalFee: one.renewalFee,
  facilityAccessFee: one.facilityAccessFee,
  oneTimeFee: one.oneTimeFee,
  oneTimeFeeReason: one.oneTimeFeeReason,
  partnerBillingTypeId: one.partnerBillingTypeId,
  billingInfo:
    one.paymentTypeId === partnerReimbursements
      ? 'By Employee Paycheck'
      : one.partnerBillingTypeId === 1
        ? billingTypeName(one.partnerBillingTypeId)
        : `${billingTypeName(one.partnerBillingTypeId)}, ${accountWords(one, accounts)}`,
});

export const facilityPaymentRowOf = (one: FacilityPayment, accounts: ShownAccounts): FacilityPaymentRow => ({
  ...sharedOf(one),
  facilityNumber: one.facilityNumber,
  facilityName: one.facilityName,
  numberOfMembersWhoWillBePaid: one.numberOfMembersWhoWillBePaid,
  duesPaidForOneMember: one.duesPaidForOneMember,
  billingInfo: accountWords(one, accounts),
});

export const memberPaymentRowOf = (one: MemberPayment, accounts: ShownAccounts): MemberPaymentRow => ({
  id: one.id,
  partnerId: one.partnerId,
  memberId: one.memberId,
  memberFullName: one.memberFullName,
  facilityNumber: one.facilityNumber ?? '',
  amountToBeSent: one.amountToBeSent,
  memberBillingTypeId: one.memberBillingTypeId,
  billingInfo:
    one.memberBillingTypeId === byPaycheck
      ? 'By Employee Paycheck'
      : `Direct from Bank Account, ${accountWords(one, accounts)}`,
  paymentStatusId: one.status,
  paymentStatusDate: dateInChicago(new Date(one.statusAt)),
  version: one.version,
  isInBankFile: one.bankFileId !== null,
  explanation: one.reason.steps.map(({ what }) => what).join('; '),
});
