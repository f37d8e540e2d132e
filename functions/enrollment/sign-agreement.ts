import { wordsOf } from './signing.ts';
import type { BankAccountForm } from '../../shared/bank-accounts/bank-account.ts';
import { dateInChicago, periodName, periodOf, showDate, type CalendarDate } from '../../shared/calendar.ts';
import { agreementFile, type Agreement, type SignedLine } from '../../shared/enrollment/agreement.ts';
import {
  type AgreementForm,
  facilityRules,
  firstVersionWithFile,
} from '../../shared/enrollment/agreement-text.ts';
import { contractSteps } from '../../shared/enrollment/contract-steps.ts';
import type { Signing } from '../../shared/enrollment/enroll.ts';
import { agreementNumber, fullAddress } from '../../shared/facilities/facility.ts';
import { memberReimbursementTypes } from '../../shared/group-memberships/group-membership.ts';
import { noReimbursements } from '../../shared/group-memberships/group-membership-rules.ts';
import { consentStateName, consentStateOf, healthConsentText } from '../../shared/members/health-consent.ts';
import { accessTypes, type Member } from '../../shared/members/member.ts';
import { showMoney } from '../../shared/money.ts';
import { duesOf, firstWithdrawal, type DuesTerms } from '../../shared/payments/dues.ts';
import { loadPartner } from '../partners/store.ts';
import { agreementPdf, signedHash, signedLines, type SignedAgreement } from './agreement-pdf.ts';
import {
  electronicConsent,
  type CompleteConsent,
  type Evidence,
} from '../../shared/enrollment/electronic-consent.ts';
import { sha256 } from '../platform/digest.ts';
import { putFileOnce } from '../platform/files.ts';
import { isMemberPaid } from '../../shared/programs.ts';

/**
 * Writes the signed agreement's PDF once, under a name derived from its hash, before anything else is stored; a crash
 * leaves at most an unreferenced file. `firstDay` is the first day of the enrollment. `consent` is the evidence of
 * consent and `from` the source of the signature; undefined for versions before 4.
 */
export async function signAgreement(
  signing: Signing,
  form: AgreementForm,
  firstDay: CalendarDate,
  now: Date,
  evidence?: { consent: CompleteConsent; from: Evidence },
): Promise<Agreement> {
  const { member, facility, terms } = signing;
  const words = wordsOf(signing, now, form.documentAgreementVersion);
  const { firstName, lastName, latinName, email, contactNumber } = form;
  const partner = await loadPartner(member.partnerId);
  const rules = words.version >= firstVersionWithFile ? facilityRules(facility) : undefined;
  const isDigital = member.preferredAccessType === accessTypes.digitalKey;
  const paper: SignedAgreement = {
    ...words,
    member: { firstName, lastName, latinName, email, contactNumber },
    facility: {
      displayName: facility.name,
      afNumber: agreementNumber(facility),
      fullAddress: fullAddress(facility),
    },
    partnerName: partner.name,
    keyFobNumber: isDigital ? null : (form.keyFobNumber ?? member.keyFobNumber),
    terms: [
      ...healthConsentLines(signing),
      ...termsOf(signing, form, { firstDay, signedOn: dateInChicago(now) }),
    ],
    signedName: latinName || `${firstName} ${lastName}`,
    signedAt: now.toISOString(),
    ...(evidence && { record: { consent: electronicConsent, events: eventsOf(evidence) } }),
  };
  const pdf = await agreementPdf(paper);
  const signed: Agreement = {
    memberId: member.id,
    rowKey: sha256(pdf).slice(0, 40),
    facilityId: facility.id,
    facilityName: facility.name,
    documentAgreementVersion: words.version,
    hash: signedHash(paper),
    signedAt: now.toISOString(),
    programPaymentTypeId: terms.programPaymentTypeId,
    lines: signedLines(paper),
    ...(rules && { clubRules: rules }),
    version: 0,
  };
  await putFileOnce('agreements', agreementFile(signed), pdf, 'application/pdf');
  return signed;
}

const eventsOf = ({ consent, from }: { consent: CompleteConsent; from: Evidence }) => [
  ...[
    { label: 'Opened', ...consent.opened },
    { label: 'Agreed, with the code', ...consent.agreed },
    { label: 'Read to the end', ...consent.read },
  ].toSorted((left, other) => left.at.localeCompare(other.at)),
  { label: 'Signed', ...from },
];

/** Returns the reference to a signed agreement in the member's record. */
export const signedBy = (signed: Agreement): NonNullable<Member['agreement']> => ({
  partitionKey: signed.memberId,
  rowKey: signed.rowKey,
  version: signed.documentAgreementVersion,
  hash: signed.hash,
  signedAt: signed.signedAt,
});

const accountText = ({ nameOnAccount, accountNumber }: BankAccountForm, payeeName: string): string =>
  `account ending in ${accountNumber.slice(-4)}, ${nameOnAccount || payeeName}`;

/** Returns dates, amounts, and accounts (last four digits and name) that the signature covers. */
function termsOf(
  { member, terms }: Signing,
  form: AgreementForm,
  { firstDay, signedOn }: { firstDay: CalendarDate; signedOn: CalendarDate },
): SignedLine[] {
  const steps = contractSteps(terms, member);
  if (!steps.includes('payment'))
    return [{ step: 'agreement', label: 'Membership begins', value: showDate(firstDay) }];
  const { withdrawalFromBankAccount: withdrawal, depositToBankAccount: deposit } = form;
  const name = form.latinName || `${form.firstName} ${form.lastName}`;
  const rows = [
    payment('Membership begins', showDate(firstDay)),
    payment('Monthly dues', showMoney(terms.memberDuesAmount)),
    // an enrolled member who signs again has paid the first dues
    ...(member.enrolledOn === null ? firstMonthOf(terms, firstDay, signedOn) : []),
  ];
  if (withdrawal)
    rows.push({ step: 'withdrawal', label: 'Withdrawals from', value: accountText(withdrawal, name) });
  if (isMemberPaid(terms) && terms.memberReimbursementTypeId !== noReimbursements) {
    const how = memberReimbursementTypes.find(({ value }) => value === terms.memberReimbursementTypeId);
    rows.push(
      payment(
        'Reimbursement',
        `${showMoney(terms.memberReimbursementAmount)} for ${terms.numberOfVisitsToReimburse} visits a month, ${(how?.label ?? '').toLowerCase()}`,
      ),
    );
    if (deposit) rows.push({ step: 'deposit', label: 'Deposits to', value: accountText(deposit, name) });
  }
  return rows;
}

/** Returns the line of the consent for consumer health data, which the signature covers where the state requires it. */
function healthConsentLines({ member, facility }: Signing): SignedLine[] {
  const state = consentStateOf(member, facility);
  if (state === null) return [];
  const value = `Consent to collection and to sharing, version ${healthConsentText.version} (${consentStateName(state)})`;
  return [{ step: 'agreement', label: healthConsentText.heading, value }];
}

const payment = (label: string, value: string): SignedLine => ({ step: 'payment', label, value });

function firstMonthOf(terms: DuesTerms, firstDay: CalendarDate, signedOn: CalendarDate): SignedLine[] {
  const period = periodOf(firstDay);
  const due = duesOf(terms, { from: firstDay, to: null }, period);
  if (!due) return [payment('First dues', 'None')];
  const { date, isEarliest } = firstWithdrawal(firstDay, signedOn);
  return [
    payment(
      'First dues',
      `${showMoney(due.amount)} for ${due.days} of ${due.daysInMonth} days of ${periodName(period)}`,
    ),
    payment('First withdrawal', `${isEarliest ? 'on or after ' : ''}${showDate(date)}`),
  ];
}
