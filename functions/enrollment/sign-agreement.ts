import { createHash } from 'node:crypto';
import { agreementFile, type Agreement } from '../../shared/enrollment/agreement.ts';
import type { AgreementForm } from '../../shared/enrollment/agreement-form.ts';
import { agreementWords } from '../../shared/enrollment/agreement-text.ts';
import { contractSteps } from '../../shared/enrollment/contract-steps.ts';
import type { Signing } from '../../shared/enrollment/enroll.ts';
import { fullAddress } from '../../shared/facilities/facility.ts';
import { memberReimbursementTypes } from '../../shared/group-memberships/group-membership.ts';
import { noReimbursements } from '../../shared/group-memberships/program-terms.ts';
import type { Member } from '../../shared/members/member.ts';
import { showMoney } from '../../shared/money.ts';
import { loadPartner } from '../partners/store.ts';
import { agreementPdf, agreementTextHash } from '../platform/agreement-pdf.ts';
import { putFileOnce } from '../platform/files.ts';

/**
 * Writes the signed agreement's PDF, once, under a name made of its own hash, before anything else is saved: when the
 * call dies afterwards there is at worst a paper that nobody refers to.
 */
export async function signAgreement(signing: Signing, form: AgreementForm, now: Date): Promise<Agreement> {
  const { member, club, terms } = signing;
  const words = agreementWords(form.documentAgreementVersion, terms.programPaymentTypeID);
  if (!words) throw new Error('an agreement that was not checked');
  const { firstName, lastName, email, contactNumber } = form;
  const [partner, hash] = [await loadPartner(member.partnerId), agreementTextHash(words)];
  const pdf = await agreementPdf({
    ...words,
    member: { firstName, lastName, email, contactNumber },
    facility: { displayName: club.name, afNumber: club.afNumber || club.id, fullAddress: fullAddress(club) },
    partnerName: partner.name,
    keyFob: form.facilityMemberID ?? member.keyFobNumber ?? 'Access Pass',
    terms: termsOf(signing, form),
    signedName: `${firstName} ${lastName}`,
    signedAt: now.toISOString(),
    consentTextHash: hash,
  });
  const signed: Agreement = {
    memberId: member.id,
    rowKey: createHash('sha256').update(pdf).digest('hex').slice(0, 40),
    facilityId: club.id,
    facilityName: club.name,
    documentAgreementVersion: words.version,
    hash,
    signedAt: now.toISOString(),
    version: 0,
  };
  await putFileOnce('agreements', agreementFile(signed), pdf, 'application/pdf');
  return signed;
}

/** How the member's own record names a signed agreement. */
export const signedBy = (signed: Agreement): NonNullable<Member['agreement']> => ({
  partitionKey: signed.memberId,
  rowKey: signed.rowKey,
  version: signed.documentAgreementVersion,
  hash: signed.hash,
  signedAt: signed.signedAt,
});

/** The amounts and the accounts (last four digits) that the signature covers. */
function termsOf({ member, terms }: Signing, form: AgreementForm): { label: string; value: string }[] {
  if (!contractSteps(terms, member).includes('payment')) return [];
  const { withdrawalFromBankAccount: withdrawal, depositToBankAccount: deposit } = form;
  const rows = [{ label: 'Monthly dues', value: showMoney(terms.memberDuesAmount) }];
  if (withdrawal)
    rows.push({
      label: 'Withdrawals from',
      value: `account ending in ${withdrawal.accountNumber.slice(-4)}`,
    });
  if (terms.programPaymentTypeID === 2 && terms.memberReimbursementTypeID !== noReimbursements) {
    const how = memberReimbursementTypes.find(({ value }) => value === terms.memberReimbursementTypeID);
    rows.push({
      label: 'Reimbursement',
      value: `${showMoney(terms.memberReimbursementAmount)} for ${terms.numberOfVisitsToReimburse} visits a month, ${(how?.label ?? '').toLowerCase()}`,
    });
    if (deposit)
      rows.push({ label: 'Deposits to', value: `account ending in ${deposit.accountNumber.slice(-4)}` });
  }
  return rows;
}
