import { dateInChicago, periodOf } from '../../../shared/calendar.ts';
import { facilities } from '../../../shared/contracts/facilities.ts';
import { pageOfMembers } from '../../members/member-row-store.ts';
import { handle } from '../../handle.ts';
import { monthlyVisits } from '../../visits/store.ts';
import { ownFacilityId } from '../own-facility.ts';

export const handler = handle(facilities.ownMembers, async ({ query, caller, now }) => {
  const page = await pageOfMembers(ownFacilityId(caller), query);
  const visits = await monthlyVisits(
    page.items.map(({ memberId }) => memberId),
    periodOf(dateInChicago(now)),
  );
  return {
    ...page,
    items: page.items.map((row) => ({ ...row, visitsThisMonth: visits.get(row.memberId) ?? 0 })),
  };
});
