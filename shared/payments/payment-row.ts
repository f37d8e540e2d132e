import * as z from 'zod';
import { recordVersion } from '../ids.ts';
import { dateInChicago } from '../calendar.ts';
import { money } from '../money.ts';
import { bankAccountTypes, maskedNumber } from '../bank-accounts/bank-account.ts';
import { pageOf } from '../page.ts';
import { billingTypes, achPaymentToHc } from '../partners/partner.ts';
import { isCorrected, isEditable, canUndo } from './correction.ts';
import {
  byPaycheck,
  partnerReimbursements,
  paymentStatus,
  type FacilityPayment,
  type MemberPayment,
  type PartnerPayment,
  type Payment,
} from './payment.ts';
import { onWire } from '../wire-names.ts';
import type { AnySchema } from '../schema.ts';

const shared = {
  id: z.string(),
  partnerId: z.string(),
  partnerNumber: onWire('partnerIDNumber', z.string()),
  partnerName: z.string(),
  /** `yyyymm` */
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
  version: recordVersion,
};

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

export const facilityPaymentRow = z.object({
  ...shared,
  facilityNumber: onWire('facilityIDNumber', z.string()),
  facilityName: z.string(),
  numberOfMembersWhoWillBePaid: z.int(),
  duesPaidForOneMember: money(),
});
export type FacilityPaymentRow = z.output<typeof facilityPaymentRow>;

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
  version: recordVersion,
  isInBankFile: z.boolean(),
  /** Explains the amount, such as "7 of 12 visits in October 2026". */
  explanation: z.string(),
});
export type MemberPaymentRow = z.output<typeof memberPaymentRow>;

const listTotals = z.object({ count: z.int(), totalPayment: money(), amountToBeSent: money() });

/** A page of payments with the totals of all matching payments. */
export const paymentPage = <Row extends AnySchema>(row: Row) => pageOf(row).extend({ totals: listTotals });

const sharedOf = (payment: Payment) => ({
  id: payment.id,
  partnerId: payment.partnerId,
  partnerNumber: payment.partnerNumber,
  partnerName: payment.partnerName,
  usagePeriod: payment.periodId,
  totalPayment: payment.totalPayment,
  amountToBeSent: payment.amountToBeSent,
  payeeToken: payment.payeeToken,
  status: payment.status,
  paymentStatusDate: dateInChicago(new Date(payment.statusAt)),
  isEditable: isEditable(payment),
  mayUndo: canUndo(payment),
  isCorrected: isCorrected(payment),
  isInBankFile: payment.bankFileId !== null,
  version: payment.version,
});

/** Display data of the accounts by payee token. */
interface ListedAccount {
  bankAccountType: 0 | 1;
  lastFour: string;
}
export type ListedAccounts = ReadonlyMap<string, ListedAccount>;

/** Returns an account's type and last four digits, such as "Checking xxxxx6789". */
function accountWords({ payeeToken }: Payment, accounts: ListedAccounts): string {
  const account = payeeToken === null ? undefined : accounts.get(payeeToken);
  if (!account) return 'No bank account';
  const type = bankAccountTypes.find(({ value }) => value === account.bankAccountType);
  return `${type?.label ?? ''} ${maskedNumber(account.lastFour)}`;
}

/** Text of test payments instead of their billing, in lists and downloads. */
export const testPaymentLabel = 'Test payment, never sent';

const labeled = ({ isTest }: Payment, billing: string): string => (isTest ? testPaymentLabel : billing);

const billingTypeName = (type: number): string => billingTypes.find(({ id }) => id === type)?.name ?? '';

export const partnerPaymentRowOf = (
  partnerPayment: PartnerPayment,
  accounts: ListedAccounts,
): PartnerPaymentRow => ({
  ...sharedOf(partnerPayment),
  paymentTypeId: partnerPayment.paymentTypeId,
  monthlyInstallment: partnerPayment.monthlyInstallment,
  adminFee: partnerPayment.adminFee,
  startupFee: partnerPayment.startupFee,
  renewalFee: partnerPayment.renewalFee,
  facilityAccessFee: partnerPayment.facilityAccessFee,
  oneTimeFee: partnerPayment.oneTimeFee,
  oneTimeFeeReason: partnerPayment.oneTimeFeeReason,
  partnerBillingTypeId: partnerPayment.partnerBillingTypeId,
  billingInfo: labeled(
    partnerPayment,
    partnerPayment.paymentTypeId === partnerReimbursements
      ? 'By Employee Paycheck'
      : partnerPayment.partnerBillingTypeId === achPaymentToHc
        ? billingTypeName(partnerPayment.partnerBillingTypeId)
        : `${billingTypeName(partnerPayment.partnerBillingTypeId)}, ${accountWords(partnerPayment, accounts)}`,
  ),
});

export const facilityPaymentRowOf = (
  facilityPayment: FacilityPayment,
  accounts: ListedAccounts,
): FacilityPaymentRow => ({
  ...sharedOf(facilityPayment),
  facilityNumber: facilityPayment.facilityNumber,
  facilityName: facilityPayment.facilityName,
  numberOfMembersWhoWillBePaid: facilityPayment.numberOfMembersWhoWillBePaid,
  duesPaidForOneMember: facilityPayment.duesPaidForOneMember,
  billingInfo: labeled(facilityPayment, accountWords(facilityPayment, accounts)),
});

export const memberPaymentRowOf = (
  memberPayment: MemberPayment,
  accounts: ListedAccounts,
): MemberPaymentRow => ({
  id: memberPayment.id,
  partnerId: memberPayment.partnerId,
  memberId: memberPayment.memberId,
  memberFullName: memberPayment.memberFullName,
  facilityNumber: memberPayment.facilityNumber ?? '',
  amountToBeSent: memberPayment.amountToBeSent,
  memberBillingTypeId: memberPayment.memberBillingTypeId,
  billingInfo: labeled(
    memberPayment,
    memberPayment.memberBillingTypeId === byPaycheck
      ? 'By Employee Paycheck'
      : `Direct from Bank Account, ${accountWords(memberPayment, accounts)}`,
  ),
  paymentStatusId: memberPayment.status,
  paymentStatusDate: dateInChicago(new Date(memberPayment.statusAt)),
  version: memberPayment.version,
  isInBankFile: memberPayment.bankFileId !== null,
  explanation: memberPayment.reason.steps.map(({ what }) => what).join('; '),
});
