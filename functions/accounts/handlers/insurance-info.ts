import { accounts } from '../../../shared/contracts/accounts.ts';
import { insuranceInfoOf } from '../../../shared/accounts/insurance-info.ts';
import { loadFacilities } from '../../facilities/store.ts';
import { handle } from '../../handle.ts';
import { loadMemberships } from '../memberships.ts';

export const handler = handle(accounts.insuranceInfo, async ({ query, caller, now }) => {
  const memberships = await loadMemberships(caller, query.memberIds, now);
  const ids = memberships.flatMap(({ member }) => member.facilityId ?? []);
  const facilities = await loadFacilities([...new Set(ids)]);
  return memberships.map(({ member, terms, partnerName }) =>
    insuranceInfoOf({
      member,
      terms,
      partnerName,
      facilities: facilities.filter(({ id }) => id === member.facilityId),
    }),
  );
});
