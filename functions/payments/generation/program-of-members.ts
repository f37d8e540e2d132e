import { memberPaid, sharedCost, type ProgramPaymentTypeId } from '../../../shared/programs.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { loadGroupMembership } from '../../group-memberships/store.ts';
import { type PartnerScope } from '../../../shared/ids.ts';

interface ProgramQuery {
  programTypeId: number;
  programPaymentTypeId?: ProgramPaymentTypeId | undefined;
  partnerId: PartnerScope;
}

/** Returns the request with its program payment type. */
export const withProgram = async <Request extends ProgramQuery>(request: Request) => ({
  ...request,
  programPaymentTypeId: await programOfMembers(request),
});

/**
 * Returns the program payment type of a member payments request. Clients name it `programTypeID` (spec 3 §3: "default
 * partner-member-paid") or `programPaymentTypeID`. Without either, the partner's own type applies.
 */
export async function programOfMembers(params: ProgramQuery): Promise<ProgramPaymentTypeId> {
  if (params.programPaymentTypeId !== undefined) return params.programPaymentTypeId;
  if (params.programTypeId === memberPaid || params.programTypeId === sharedCost) return params.programTypeId;
  const terms = params.partnerId === 'all' ? undefined : await loadGroupMembership(params.partnerId);
  if (!terms) throw new Refusal('invalid', 'Please select a partner.', 'partnerId');
  return terms.programPaymentTypeId;
}
