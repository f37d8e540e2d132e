import { accounts } from '../../../shared/contracts/accounts.ts';
import { monthsOfYear, statementOf } from '../../../shared/accounts/statement.ts';
import { pdfType, workbookType } from '../../../shared/media-types.ts';
import { mustLoadGroupMembership } from '../../group-memberships/store.ts';
import { loadMember } from '../../members/store.ts';
import { loadPartner } from '../../partners/store.ts';
import { handle } from '../../handle.ts';
import { loadMemberPayments } from '../member-payments.ts';
import { statementPdf, statementSheet, type PrintedStatement } from '../statement-file.ts';

export const handler = handle(accounts.statement, async ({ query, now }) => {
  const { memberId, year, format } = query;
  const member = await loadMember(memberId);
  const [program, partner] = await Promise.all([
    mustLoadGroupMembership(member.partnerId),
    loadPartner(member.partnerId),
  ]);
  const payments = await loadMemberPayments(member, program.programPaymentTypeId, monthsOfYear(year));
  const printed: PrintedStatement = {
    ...statementOf(payments),
    year,
    memberName: `${member.firstName} ${member.lastName}`,
    partnerName: partner.name,
    facilityName: member.facilityName,
    at: now,
  };
  const isPdf = format === 'pdf';
  return {
    name: `Statement ${year}.${format}`,
    type: isPdf ? pdfType : workbookType,
    bytes: await (isPdf ? statementPdf(printed) : statementSheet(printed)),
  };
});
