import { newPartnerId } from '../../shared/partners/partner.ts';
import type { ProgramPaymentTypeId } from '../../shared/programs.ts';
import { Refusal } from '../../shared/refusal.ts';
import { loadGroupMembership } from '../group-memberships/store.ts';

interface Asked {
  programTypeID: number;
  programPaymentTypeID?: ProgramPaymentTypeId | undefined;
  partnerID: string;
}

/**
 * The program payment type that a member payments call means. Clients name it as `programTypeID` (spec 3 §3: "default
 * partner-member-paid") or as `programPaymentTypeID`; without either it is the partner's own.
 */
export async function programOfMembers(asked: Asked): Promise<ProgramPaymentTypeId> {
  if (asked.programPaymentTypeID !== undefined) return asked.programPaymentTypeID;
  if (asked.programTypeID === 2 || asked.programTypeID === 3) return asked.programTypeID;
  const terms = asked.partnerID === newPartnerId ? undefined : await loadGroupMembership(asked.partnerID);
  if (!terms) throw new Refusal('invalid', 'Please select a partner.', 'partnerID');
  return terms.programPaymentTypeID;
}
