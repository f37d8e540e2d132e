import { facilities } from '../../../shared/contracts/facilities.ts';
import { agreementNumber } from '../../../shared/facilities/facility.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { loadMemberFor } from '../../enrollment/reach.ts';
import { handle } from '../../handle.ts';
import { loadFacility } from '../store.ts';

export const handler = handle(facilities.member, async ({ query, caller }) => {
  const { facilityId } = await loadMemberFor(caller, query.memberId);
  if (!facilityId) throw new Refusal('not-found', 'This membership is not enrolled at a club.');
  const facility = await loadFacility(facilityId);
  return { description: facility.description, afNumber: agreementNumber(facility) };
});
