import { dateInChicago } from '../../../shared/calendar.ts';
import { agreementVersionOf } from '../../../shared/enrollment/agreement-text.ts';
import { enrollment } from '../../../shared/contracts/enrollment.ts';
import { termsAtSigning, withAccess } from '../../../shared/enrollment/contract-steps.ts';
import { needsLatinName, suggestedLatinName } from '../../../shared/members/latin-name.ts';
import { loadMaskedAccounts } from '../../accounts/masked-accounts.ts';
import { mustLoadGroupMembership } from '../../group-memberships/store.ts';
import { loadPartner } from '../../partners/store.ts';
import { handle } from '../../handle.ts';
import { loadFeatureFlags } from '../../settings/store.ts';
import { loadMemberFor } from '../reach.ts';
import { loadAgreement } from '../store.ts';

export const handler = handle(enrollment.legalContract, async ({ query, caller, now }) => {
  const member = await loadMemberFor(caller, query.memberId);
  const signed = member.agreement;
  const name = `${member.firstName} ${member.lastName}`;
  const [program, partner, flags, accountsOf, paper] = await Promise.all([
    mustLoadGroupMembership(member.partnerId),
    loadPartner(member.partnerId),
    loadFeatureFlags(),
    loadMaskedAccounts([member]),
    signed ? loadAgreement(member.id, signed.rowKey) : undefined,
  ]);
  const { withdrawalFromBankAccount, depositToBankAccount } = accountsOf(member);
  const terms = termsAtSigning(program, dateInChicago(now));
  return {
    memberId: member.id,
    keyFobNumber: member.keyFobNumber,
    isMemberAgreed: signed !== null && signed.version >= agreementVersionOf(terms),
    firstName: member.firstName,
    lastName: member.lastName,
    latinName: needsLatinName(name) ? (member.latinName ?? suggestedLatinName(name)) : null,
    contactNumber: member.phone ?? '',
    email: member.email,
    date: dateInChicago(signed ? new Date(signed.signedAt) : now),
    documentAgreementVersion: signed?.version ?? agreementVersionOf(terms),
    versionToSign: agreementVersionOf(terms),
    programPaymentType: terms.programPaymentTypeId,
    memberReimbursementTypeId: terms.memberReimbursementTypeId,
    partnerId: member.partnerId,
    partnerName: partner.name,
    preferredAccessType: withAccess(member, flags).preferredAccessType,
    invitationStatus: member.invitationStatus,
    launchDate: terms.launchDate,
    memberDuesAmount: terms.memberDuesAmount,
    memberReimbursementAmount: terms.memberReimbursementAmount,
    numberOfVisitsToReimburse: terms.numberOfVisitsToReimburse,
    facilityId: member.facilityId,
    facilityName: member.facilityName,
    agreementPartitionKey: signed?.partitionKey ?? null,
    agreementRowKey: signed?.rowKey ?? null,
    signed: paper?.lines
      ? {
          programPaymentType: paper.programPaymentTypeId ?? terms.programPaymentTypeId,
          lines: paper.lines,
          clubRules: paper.clubRules ?? null,
        }
      : null,
    withdrawalAccount: withdrawalFromBankAccount?.accountNumber ?? null,
    depositAccount: depositToBankAccount?.accountNumber ?? null,
  };
});
