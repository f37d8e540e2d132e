import * as z from 'zod';
import { bankAccountForm } from '../bank-accounts/bank-account.ts';
import { area, endpoint } from '../endpoint.ts';
import { periodId, recordId, recordVersion } from '../ids.ts';
import { done, pageOf, pageQuery } from '../page.ts';
import { manyTexts, numberText } from '../query.ts';
import { pdfType, workbookType } from '../media-types.ts';
import { onWire } from '../wire-names.ts';
import { bankingInfo, billingInfo, enteredBankAccount } from '../accounts/bank-details.ts';
import { insuranceInfo } from '../accounts/insurance-info.ts';
import {
  reimbursementColumns,
  reimbursementGroup,
  reimbursementRow,
} from '../accounts/reimbursement-history.ts';
import { statementFormat, statementYear } from '../accounts/statement.ts';

const memberIds = manyTexts(recordId);
const membersGuids = z.object({ memberIds: onWire('membersGuids', memberIds) });
const memberGuids = z.object({ memberIds: onWire('memberGuids', memberIds) });
const range = {
  periodIdFrom: onWire('usagePeriodIDFrom', periodId.optional()),
  periodIdTo: onWire('usagePeriodIDTo', periodId.optional()),
};

export const accounts = area('accounts', {
  bankingInfo: endpoint({
    method: 'GET',
    path: '/account/bankingInfo',
    roles: ['member'],
    ownership: { members: 'memberIds' },
    summary: "Lists the bank accounts of the caller's memberships with their last four digits.",
    query: membersGuids,
    response: z.array(bankingInfo),
  }),
  saveBankingInfo: endpoint({
    method: 'PUT',
    path: '/account/bankingInfo',
    roles: ['member'],
    ownership: { member: 'memberId' },
    stepUp: ['memberId'],
    summary: 'Replaces the withdrawal or deposit account of a membership.',
    body: z.object({
      memberId: onWire('memberGuid', recordId),
      bankAccount: enteredBankAccount,
      /** The version that the user saw, 0 for none. */
      version: recordVersion.optional(),
    }),
    response: done,
  }),
  saveDepositAccount: endpoint({
    method: 'PUT',
    path: '/members/{memberId}/deposit-account',
    roles: ['systemAdmin'],
    stepUp: true,
    summary: 'Replaces the deposit account of a former member while a payment waits for it.',
    params: z.object({ memberId: recordId }),
    // version 0: no account was shown
    body: z.object({ bankAccount: bankAccountForm, version: recordVersion }),
    response: done,
  }),
  billingInfo: endpoint({
    method: 'GET',
    path: '/account/billingInfo',
    roles: ['member'],
    ownership: { members: 'memberIds' },
    summary: 'Lists the accounts by club, and which of them the program requires.',
    query: membersGuids,
    response: z.array(billingInfo),
  }),
  bankingCheck: endpoint({
    method: 'GET',
    path: '/account/bankingcheck',
    roles: ['member'],
    ownership: { members: 'memberIds' },
    summary: 'Returns whether any of the memberships needs a bank account.',
    query: membersGuids,
    response: z.boolean(),
  }),
  reimbursementCheck: endpoint({
    method: 'GET',
    path: '/account/reimbursementcheck',
    roles: ['member'],
    ownership: { members: 'memberIds' },
    summary: 'Returns whether any of the memberships is reimbursed.',
    query: membersGuids,
    response: z.boolean(),
  }),
  insuranceInfo: endpoint({
    method: 'GET',
    path: '/account/insuranceInfo',
    roles: ['member'],
    ownership: { members: 'memberIds' },
    summary: "Lists the memberships' terms, clubs, and agreements.",
    query: memberGuids,
    response: z.array(insuranceInfo),
  }),
  reimbursement: endpoint({
    method: 'GET',
    path: '/account/reimbursement',
    roles: ['member'],
    ownership: { members: 'memberIds' },
    summary: 'Lists the programs of the memberships, each with the first months of its history.',
    query: memberGuids,
    response: z.array(reimbursementGroup),
  }),
  reimbursementHistory: endpoint({
    method: 'GET',
    path: '/account/reimbursementHistory',
    roles: ['member'],
    ownership: { members: 'memberIds' },
    summary: 'Lists the programs of the memberships, each with the first page of its reimbursements.',
    query: memberGuids.extend(range),
    response: z.array(reimbursementGroup.extend({ reimbursements: pageOf(reimbursementRow) })),
  }),
  reimbursementsGroup: endpoint({
    method: 'GET',
    path: '/account/reimbursementsGroup/{enrollmentEntity}/{planOrProgramID}',
    roles: ['member'],
    ownership: { members: 'memberIds' },
    summary: 'Lists the reimbursements of one program, paginated.',
    params: z.object({
      enrollmentEntity: z.enum(['plan', 'program']),
      planOrProgramId: onWire('planOrProgramID', numberText()),
    }),
    query: memberGuids.extend({ ...range, ...pageQuery(reimbursementColumns) }),
    response: pageOf(reimbursementRow),
  }),
  withdrawAuthorization: endpoint({
    method: 'POST',
    path: '/account/authorization/withdraw',
    roles: ['member'],
    ownership: { member: 'memberId' },
    summary:
      'Revokes the authorization of withdrawals. Withdrawals three or more banking days away are stopped, and the membership ends.',
    body: z.object({ memberId: onWire('memberGuid', recordId) }),
    response: done.extend({ endsOn: z.string() }),
  }),
  stopWithdrawal: endpoint({
    method: 'POST',
    path: '/account/withdrawal/stop',
    roles: ['member'],
    ownership: { member: 'memberId' },
    summary:
      'Stops the next withdrawal of dues. It is canceled, and the membership is on hold until it is settled.',
    body: z.object({ memberId: onWire('memberGuid', recordId), periodId: onWire('periodID', periodId) }),
    response: done,
  }),
  statement: endpoint({
    method: 'GET',
    path: '/account/statement',
    roles: ['member'],
    ownership: { member: 'memberId' },
    summary: 'Downloads the dues and reimbursements of a membership for a year as a PDF or a workbook.',
    query: z.object({
      memberId: onWire('memberGuid', recordId),
      year: statementYear(),
      format: statementFormat,
    }),
    response: 'file',
    mediaTypes: [pdfType, workbookType],
  }),
});
