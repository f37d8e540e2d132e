import { expect, it } from 'vitest';
import { approvalColumns } from '../../functions/bank-files/approving/approval-store.ts';
import { apiClientColumns } from '../../shared/integrations/api-client.ts';
import { formerUserColumns } from '../../functions/members/store.ts';
import { caseColumns } from '../../shared/privacy/privacy-case.ts';
import { bankFileColumns } from '../../shared/bank-files/bank-file.ts';
import { deliveryColumns } from '../../functions/visits/delivery-store.ts';
import { facilityColumns } from '../../functions/facilities/store.ts';
import { facilityRowColumns } from '../../shared/facilities/facility.ts';
import { inboxEntryColumns, inboxFileColumns } from '../../shared/bank-files/inbox-file.ts';
import { jobColumns } from '../../shared/jobs/job.ts';
import { ledgerColumns } from '../../functions/ledger/posting/entry-store.ts';
import { memberRowColumns } from '../../shared/members/member-row.ts';
import { partnerColumns } from '../../shared/partners/partner.ts';
import { payAgainColumns, paymentColumns } from '../../functions/payments/store.ts';
import { redemptionColumns } from '../../shared/vouchers/redemption.ts';
import { reportColumns } from '../../shared/visits/missing-visit.ts';
import { reversalColumns } from '../../functions/bank-files/store.ts';
import { signOnColumns } from '../../functions/users/sign-on-store.ts';
import { requestColumns } from '../../shared/members/member-request.ts';
import { rosterChangeColumns } from '../../functions/employees/changes/change-store.ts';
import { rosterSortKeys } from '../../shared/employees/roster-row.ts';
import { userColumns } from '../../functions/users/user.ts';
import { visitListColumns } from '../../functions/visits/store.ts';
import { voucherColumns } from '../../shared/vouchers/voucher.ts';
import { voucherProgramColumns } from '../../shared/vouchers/voucher-program.ts';
import { sources } from '../architecture/sources.ts';

/** Column order of the stored items of every list: a column's position is its index. Add columns at the end only. */
const stored: [name: string, columns: readonly string[], order: string][] = [
  ['apiClientColumns', apiClientColumns, 'name, ownerName, expiresOn, createdAt'],
  ['approvalColumns', approvalColumns, 'askedOn'],
  ['bankFileColumns', bankFileColumns, 'startedAt, name, bankFlow, status, effectiveDate, firstTrace'],
  ['deliveryColumns', deliveryColumns, 'receivedAt'],
  ['facilityColumns', facilityColumns, 'name, facilityNumber, state'],
  [
    'facilityRowColumns',
    facilityRowColumns,
    'name, facilityNumber, city, state, enrollmentStatus, isAf, statusUntil',
  ],
  ['formerUserColumns', formerUserColumns, 'name'],
  ['inboxEntryColumns', inboxEntryColumns, 'deadline, receivedAt, code, amount, name'],
  ['inboxFileColumns', inboxFileColumns, 'receivedAt, name, kind, status'],
  ['jobColumns', jobColumns, 'updatedAt'],
  ['ledgerColumns', ledgerColumns, 'at'],
  [
    'memberRowColumns',
    memberRowColumns,
    'memberFirstName, memberLastName, keyFobNumber, memberDateOfBirth, planName, facilityName, facilityNumber, memberStatus',
  ],
  ['payAgainColumns', payAgainColumns, 'requestedAt'],
  ['partnerColumns', partnerColumns, 'partnerNumber, name, programs, city, state, country'],
  [
    'paymentColumns.partner',
    paymentColumns.partner,
    'partnerNumber, partnerName, totalPayment, amountToBeSent, status',
  ],
  [
    'paymentColumns.facility',
    paymentColumns.facility,
    'partnerNumber, partnerName, facilityNumber, facilityName, totalPayment, amountToBeSent, status, partner facilityNumber, partner facilityName, partner totalPayment, partner amountToBeSent, partner status',
  ],
  [
    'paymentColumns.member',
    paymentColumns.member,
    'memberFullName, facilityNumber, amountToBeSent, paymentStatusId',
  ],
  ['caseColumns', caseColumns, 'status, dueOn, name'],
  ['redemptionColumns', redemptionColumns, 'redeemedOn, displayName, amount, redeemedBy'],
  ['reportColumns', reportColumns, 'status, date, memberName, facilityName'],
  ['requestColumns', requestColumns, 'status, requestedAt, memberName, kind'],
  ['reversalColumns', reversalColumns, 'askedAt'],
  ['rosterChangeColumns', rosterChangeColumns, 'startedAt'],
  ['signOnColumns', signOnColumns, 'partnerId'],
  [
    'rosterSortKeys',
    rosterSortKeys,
    'keyFobNumber, keyFobStatusName, memberFirstName, memberLastName, memberEmail, invitationStatusDescription, programEnrollmentDate, facilityName, facilityNumber, visitsOfEvenMonth, visitsOfOddMonth',
  ],
  ['userColumns', userColumns, 'lastName, firstName, email'],
  ['visitListColumns', visitListColumns, 'memberName, date, facilityName, facilityNumber, memberLastName'],
  ['voucherColumns', voucherColumns, 'place, recipientEmail, status, redeemedOn'],
  ['voucherProgramColumns', voucherProgramColumns, 'displayName, startDate, endDate, redemptionValue'],
];

it.each(stored)('%s has the column order of the stored items', (_, columns, order) => {
  expect(columns.join(', ')).toBe(order);
});

it('every list of the stores has its column order in this test', () => {
  const used = sources('functions').flatMap(({ text }) =>
    [...text.matchAll(/\bsortsBy\((\w[\w.]*)/g)].map(([, name = '']) => name),
  );
  expect([...new Set(used)].toSorted()).toEqual(stored.map(([name]) => name).toSorted());
});
