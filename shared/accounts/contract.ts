import * as z from 'zod';
import { area, endpoint } from '../endpoint.ts';
import { periodId, recordId } from '../ids.ts';
import { done, pageOf, pageQuery } from '../page.ts';
import { manyTexts, numberText } from '../query.ts';
import { pdfType, workbookType } from '../media-types.ts';
import { onWire } from '../wire-names.ts';
import { bankingInfo, billingInfo, typedBankAccount } from './bank-details.ts';
import { insuranceInfo } from './insurance-info.ts';
import { reimbursementColumns, reimbursementGroup, reimbursementRow } from './reimbursement-history.ts';
import { statementFormat, statementYear } from './statement.ts';

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
    summary: 'The bank accounts of the memberships, with their last four digits.',
    query: membersGuids,
    response: z.array(bankingInfo),
  }),
  saveBankingInfo: endpoint({
    method: 'PUT',
    path: '/account/bankingInfo',
    roles: ['member'],
    ownership: { member: 'memberId' },
    summary: 'Replaces the account for withdrawals or for deposits of a membership.',
    body: z.object({
      memberId: onWire('memberGuid', recordId),
      bankAccount: typedBankAccount,
      /** The version of the account that was shown, 0 for none. */
      version: z.int().optional(),
    }),
    response: done,
  }),
  billingInfo: endpoint({
    method: 'GET',
    path: '/account/billingInfo',
    roles: ['member'],
    ownership: { members: 'memberIds' },
    summary: 'The accounts by club, and which of them the program demands.',
    query: membersGuids,
    response: z.array(billingInfo),
  }),
  bankingCheck: endpoint({
    method: 'GET',
    path: '/account/bankingcheck',
    roles: ['member'],
    ownership: { members: 'memberIds' },
    summary: 'Whether any of the memberships needs a bank account.',
    query: membersGuids,
    response: z.boolean(),
  }),
  reimbursementCheck: endpoint({
    method: 'GET',
    path: '/account/reimbursementcheck',
    roles: ['member'],
    ownership: { members: 'memberIds' },
    summary: 'Whether any of the memberships is reimbursed.',
    query: membersGuids,
    response: z.boolean(),
  }),
  insuranceInfo: endpoint({
    method: 'GET',
    path: '/account/insuranceInfo',
    roles: ['member'],
    ownership: { members: 'memberIds' },
    summary: "The memberships' terms, clubs and agreements.",
    query: memberGuids,
    response: z.array(insuranceInfo),
  }),
  reimbursement: endpoint({
    method: 'GET',
    path: '/account/reimbursement',
    roles: ['member'],
    ownership: { members: 'memberIds' },
    summary: 'The programs of the memberships, each with the months that its history begins with.',
    query: memberGuids,
    response: z.array(reimbursementGroup),
  }),
  reimbursementHistory: endpoint({
    method: 'GET',
    path: '/account/reimbursementHistory',
    roles: ['member'],
    ownership: { members: 'memberIds' },
    summary: "The programs of the memberships with the first page of each one's reimbursements.",
    query: memberGuids.extend(range),
    response: z.array(reimbursementGroup.extend({ reimbursements: pageOf(reimbursementRow) })),
  }),
  reimbursementsGroup: endpoint({
    method: 'GET',
    path: '/account/reimbursementsGroup/{enrollmentEntity}/{planOrProgramID}',
    roles: ['member'],
    ownership: { members: 'memberIds' },
    summary: 'The reimbursements of one program, a page at a time.',
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
    summary: 'Withdraws the authorization of withdrawals: the membership ends on the first of next month.',
    body: z.object({ memberId: onWire('memberGuid', recordId) }),
    response: done.extend({ endsOn: z.string() }),
  }),
  stopWithdrawal: endpoint({
    method: 'POST',
    path: '/account/withdrawal/stop',
    roles: ['member'],
    ownership: { member: 'memberId' },
    summary:
      'Stops the next withdrawal of dues: it is canceled, and the membership is on hold until it is settled.',
    body: z.object({ memberId: onWire('memberGuid', recordId), periodId: onWire('periodID', periodId) }),
    response: done,
  }),
  statement: endpoint({
    method: 'GET',
    path: '/account/statement',
    roles: ['member'],
    ownership: { member: 'memberId' },
    summary: 'The dues and reimbursements of a year of a membership, as a PDF page or a workbook.',
    query: z.object({
      memberId: onWire('memberGuid', recordId),
      year: statementYear(),
      format: statementFormat,
    }),
    response: 'file',
    mediaTypes: [pdfType, workbookType],
  }),
});
