import * as z from 'zod';
import { optionalBankAccountForm, maskedBankAccount } from '../bank-accounts/bank-account.ts';
import { area, endpoint } from '../endpoint.ts';
import { option, partnerId, periodId, recordId, recordVersion } from '../ids.ts';
import { done, doneWith, pageOf, pageQuery } from '../page.ts';
import { programPaymentTypeIdText } from '../programs.ts';
import { numberText } from '../query.ts';
import { reasonText } from '../fields.ts';
import {
  bankAccountRequest,
  billingForm,
  partner,
  partnerColumns,
  partnerForm,
  partnerRow,
} from '../partners/partner.ts';
import { onWire } from '../wire-names.ts';

/** Event of a partner's history in plain language; never contains an account number. */
const activityRow = z.object({
  id: z.string(),
  /** ISO instant. */
  when: z.string(),
  /** Name of the user; "Wellport" for automatic changes. */
  who: z.string(),
  text: z.string(),
  /** Reason for viewing full numbers; administrators only. */
  reason: z.string().nullable(),
});
export type ActivityRow = z.output<typeof activityRow>;

export const partners = area('partners', {
  list: endpoint({
    method: 'GET',
    path: '/partners/list',
    roles: ['systemAdmin'],
    summary: 'Lists the partners, one page at a time.',
    query: z.object(pageQuery(partnerColumns)),
    response: pageOf(partnerRow),
  }),
  listOfProgramType: endpoint({
    method: 'GET',
    path: '/partners/list/programtype',
    roles: ['systemAdmin'],
    summary: 'Lists the partners with a program of a type, for selection lists.',
    query: z.object({ programTypeId: onWire('programTypeID', numberText()) }),
    response: z.array(option),
  }),
  listOfProgramPaymentType: endpoint({
    method: 'GET',
    path: '/partners/programpaymenttype/{programPaymentTypeId}',
    roles: ['systemAdmin'],
    summary: 'Lists the partners of a program payment type, for selection lists.',
    params: z.object({ programPaymentTypeId: programPaymentTypeIdText }),
    query: z.object({ partnerBillingType: numberText().optional(), paymentType: numberText().optional() }),
    response: z.array(option),
  }),
  get: endpoint({
    method: 'GET',
    path: '/partners/get',
    roles: ['systemAdmin'],
    summary: 'Returns one partner with all fields.',
    query: z.object({ partnerId: onWire('partnerID', partnerId) }),
    response: partner,
  }),
  save: endpoint({
    method: 'POST',
    path: '/partners/save',
    roles: ['systemAdmin'],
    summary: 'Creates a partner (ID 0) or changes one.',
    body: partnerForm.extend({ version: recordVersion.optional() }),
    response: doneWith(partner),
  }),
  bankingInfo: endpoint({
    method: 'GET',
    path: '/partners/bankingInfo',
    roles: ['systemAdmin', 'partnerManager'],
    ownership: { partner: 'partnerId' },
    summary: "Returns the partner's masked withdrawal account and whether it can be changed.",
    query: z.object({ partnerId }),
    response: z.object({
      partnerName: z.string(),
      /** Only administrators receive the token, which gives access to the full numbers. */
      bankAccount: maskedBankAccount.extend({ payeeToken: z.string().nullable() }).nullable(),
      bankAccountRequest,
    }),
  }),
  saveBankingInfo: endpoint({
    method: 'POST',
    path: '/partners/bankingInfo',
    roles: ['systemAdmin'],
    stepUp: ['partnerId'],
    summary:
      "Sets the partner's withdrawal account; masked numbers keep the stored ones, and a replacement is pending at first.",
    body: z.object({
      partnerId,
      bankAccount: optionalBankAccountForm,
      /** Version of the account that was shown; 0 if there was none. */
      version: recordVersion.optional(),
    }),
    response: done,
  }),
  bankAccountDetails: endpoint({
    method: 'GET',
    path: '/partners/bankAccountDetails',
    roles: ['systemAdmin'],
    stepUp: ['payeeToken'],
    summary: "Returns the full numbers of a partner's bank account for a reason; each access is logged.",
    query: z.object({ payeeToken: recordId, reason: reasonText() }),
    response: z.object({ accountNumber: z.string(), routingNumber: z.string() }),
  }),
  releaseBankAccount: endpoint({
    method: 'POST',
    path: '/partners/{partnerID}/bankingInfo/release',
    roles: ['systemAdmin'],
    stepUp: true,
    summary: 'Releases the replacement account for bank files immediately.',
    params: z.object({ partnerId: onWire('partnerID', partnerId) }),
    body: z.object({ version: recordVersion }),
    response: done,
  }),
  withdrawBankAccount: endpoint({
    method: 'POST',
    path: '/partners/{partnerID}/bankingInfo/withdraw',
    roles: ['systemAdmin'],
    stepUp: true,
    summary: 'Discards the pending replacement account; the old one remains.',
    params: z.object({ partnerId: onWire('partnerID', partnerId) }),
    body: z.object({ version: recordVersion }),
    response: done,
  }),
  billingInfo: endpoint({
    method: 'GET',
    path: '/partners/{partnerID}/billingInfo',
    roles: ['systemAdmin'],
    summary: "Returns the partner's billing and masked account.",
    params: z.object({ partnerId: onWire('partnerID', partnerId) }),
    response: z.object({
      partnerBillingTypeId: onWire('partnerBillingTypeID', z.literal([1, 2])),
      bankAccount: maskedBankAccount.nullable(),
      bankAccountRequest,
      /** Version of the partner. */
      version: recordVersion,
    }),
  }),
  saveBillingInfo: endpoint({
    method: 'PUT',
    path: '/partners/{partnerID}/billingInfo',
    roles: ['systemAdmin'],
    stepUp: true,
    summary: "Changes the partner's billing: ACH payment to HC (1, no account) or from its account (2).",
    params: z.object({ partnerId: onWire('partnerID', partnerId) }),
    body: billingForm.extend({
      version: recordVersion.optional(),
      /** Version of the account that was shown; 0 if there was none. */
      bankAccountVersion: recordVersion.optional(),
    }),
    response: done,
  }),
  activity: endpoint({
    method: 'GET',
    path: '/partners/{partnerID}/activity',
    roles: ['systemAdmin', 'partnerManager'],
    ownership: { partner: 'partnerId' },
    summary:
      'Lists the events of a partner, its accounts, managers, program, key fobs, and members, newest first.',
    params: z.object({ partnerId: onWire('partnerID', partnerId) }),
    query: z.object({
      cursor: z.string().max(2000).optional(),
      periodId: onWire('periodID', periodId.optional()),
    }),
    response: pageOf(activityRow),
  }),
  memberActivity: endpoint({
    method: 'GET',
    path: '/partners/members/{memberID}/activity',
    roles: ['systemAdmin', 'partnerManager'],
    ownership: 'loaded',
    summary: "Lists the events of one of a partner's members, newest first.",
    params: z.object({ memberId: onWire('memberID', recordId) }),
    query: z.object({ cursor: z.string().max(400).optional() }),
    response: pageOf(activityRow),
  }),
  billingTypes: endpoint({
    method: 'GET',
    path: '/partners/billingTypes',
    roles: ['systemAdmin'],
    summary: 'Lists the billing types of partners.',
    response: z.array(option),
  }),
});
