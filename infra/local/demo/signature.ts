import { signAgreement, signedBy } from '../../../functions/enrollment/sign-agreement.ts';
import { agreementChange } from '../../../functions/enrollment/store.ts';
import type { Change } from '../../../functions/table/write.ts';
import { firstVersionWithFile } from '../../../shared/enrollment/agreement-text.ts';
import { electronicConsent } from '../../../shared/enrollment/electronic-consent.ts';
import { firstDayOf, type Member } from '../../../shared/members/member.ts';
import { demoAccount, demoFacilities } from './facilities.ts';
import type { DemoPartner } from './partners.ts';

/** Returns the member with an agreement signed on the enrollment day; stores the PDF with the other agreements. */
export async function withSignature(
  member: Member,
  { terms }: DemoPartner,
  documentAgreementVersion: number,
  index: number,
): Promise<{ member: Member; changes: Change[] }> {
  const facility = demoFacilities.find(({ id }) => id === member.facilityId);
  if (!facility || member.enrolledOn === null) throw new Error('only enrolled members can have a signature');
  const seed = Number(member.partnerId) * 1000 + index;
  const at = (minute: number) => new Date(`${member.enrolledOn}T16:${minute}:00Z`);
  const from = (minute: number) => ({
    at: at(minute).toISOString(),
    address: '203.0.113.24',
    browser: 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) Safari/605.1',
  });
  const signed = await signAgreement(
    // as before enrolling, so that the first dues are also signed
    { member: { ...member, enrolledOn: null }, facility, terms, keyFob: undefined },
    {
      ...(member.withdrawalPayeeToken !== null && { withdrawalFromBankAccount: demoAccount(seed) }),
      ...(member.depositPayeeToken !== null && { depositToBankAccount: demoAccount(seed) }),
      ...(member.keyFobNumber !== null && { keyFobNumber: member.keyFobNumber }),
      isMemberAgreed: true,
      firstName: member.firstName,
      lastName: member.lastName,
      contactNumber: member.phone ?? '',
      email: member.email,
      documentAgreementVersion,
    },
    firstDayOf(member) ?? member.enrolledOn,
    at(40),
    documentAgreementVersion >= firstVersionWithFile
      ? {
          consent: {
            memberId: member.id,
            facilityId: facility.id,
            hash: '',
            consentVersion: electronicConsent.version,
            opened: from(31),
            read: from(37),
            agreed: from(34),
            version: 1,
          },
          from: from(40),
        }
      : undefined,
  );
  return { member: { ...member, agreement: signedBy(signed) }, changes: agreementChange(signed) };
}
