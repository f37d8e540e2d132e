import { facilities } from '../../shared/facilities/contract.ts';
import { Refusal } from '../../shared/refusal.ts';
import { loadMember } from '../members/store.ts';
import { handle } from '../platform/handle.ts';
import { loadFacility } from './store.ts';

export const handler = handle(facilities.member, async ({ query }) => {
  const { facilityId } = await loadMember(query.memberId);
  if (!facilityId) throw new Refusal('not-found', 'You are not enrolled at a club yet.');
  return loadFacility(facilityId);
});
