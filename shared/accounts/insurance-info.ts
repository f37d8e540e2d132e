import * as z from 'zod';
import { currentAgreementVersion } from '../enrollment/agreement-text.ts';
import type { Facility } from '../facilities/facility.ts';
import { reimburses } from '../group-memberships/group-membership-rules.ts';
import type { GroupMembership } from '../group-memberships/group-membership.ts';
import type { Member } from '../members/member.ts';
import { showMoney } from '../money.ts';
import { onWire } from '../wire-names.ts';
import { isPartnerPaid } from '../programs.ts';

/** Labels in the specified order (spec 3 §3). */
export const insuranceLabels = {
  partnerName: 'Partner Name',
  monthlyDues: 'Monthly Dues',
  requiredVisits: 'Required Visits',
  reimbursementAmount: 'Reimbursement Amount',
  programPaymentTypeId: 'Program Payment Type ID',
} as const;

export const insuranceInfo = z.object({
  memberId: onWire('memberGuid', z.string()),
  name: z.string(),
  insuranceInfoItems: z.array(z.object({ key: z.string(), value: z.string() })),
  relatedFacilities: z.array(
    z.object({
      facilityName: z.string(),
      facilityAddress: z.string(),
      facilityCity: z.string(),
      facilityState: z.string(),
      facilityZipcode: z.string(),
      facilityPhone: z.string(),
      facilityWebsite: z.string(),
    }),
  ),
  showMemberLegalContractLink: z.boolean(),
  documentAgreementVersion: z.int(),
  agreementPartitionKey: z.string().nullable(),
  agreementRowKey: z.string().nullable(),
});
export type InsuranceInfo = z.output<typeof insuranceInfo>;

interface Membership {
  member: Member;
  partnerName: string;
  /** The terms of the current month. */
  terms: GroupMembership;
  facilities: readonly Facility[];
}

/** Returns the general tab of one membership. Visits and amount are present only if the program reimburses. */
export function insuranceInfoOf({ member, partnerName, terms, facilities }: Membership): InsuranceInfo {
  const { agreement } = member;
  const labels = insuranceLabels;
  const paysBack = reimburses(terms);
  const items: [string, string][] = [
    [labels.partnerName, partnerName],
    [labels.monthlyDues, isPartnerPaid(terms) ? showMoney(0) : showMoney(terms.memberDuesAmount)],
    ...(paysBack
      ? ([
          [labels.requiredVisits, String(terms.numberOfVisitsToReimburse)],
          [labels.reimbursementAmount, showMoney(terms.memberReimbursementAmount)],
        ] satisfies [string, string][])
      : []),
    [labels.programPaymentTypeId, String(terms.programPaymentTypeId)],
  ];
  return {
    memberId: member.id,
    name: partnerName,
    insuranceInfoItems: items.map(([key, value]) => ({ key, value })),
    relatedFacilities: facilities.map((facility) => ({
      facilityName: facility.name,
      facilityAddress: facility.address1,
      facilityCity: facility.city,
      facilityState: facility.state,
      facilityZipcode: facility.zipCode,
      facilityPhone: facility.contactNumber,
      facilityWebsite: facility.website,
    })),
    showMemberLegalContractLink: agreement !== null,
    documentAgreementVersion: agreement?.version ?? currentAgreementVersion,
    agreementPartitionKey: agreement?.partitionKey ?? null,
    agreementRowKey: agreement?.rowKey ?? null,
  };
}
