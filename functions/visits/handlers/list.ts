import { visits } from '../../../shared/contracts/visits.ts';
import { visitRowOf } from '../../../shared/visits/visit.ts';
import { handle } from '../../handle.ts';
import { loadMembers } from '../../members/store.ts';
import { employerLog } from '../employer-log.ts';
import { listVisits, monthlyVisits } from '../store.ts';

export const handler = handle(
  visits.list,
  async ({ query: { partnerId, periodId, ...request }, caller: { role }, now }) => {
    if (role !== 'systemAdmin') return employerLog(partnerId, periodId, request, now);
    const page = await listVisits(partnerId, periodId, request);
    const ids = [...new Set(page.items.map(({ memberId }) => memberId))];
    const [members, counts] = await Promise.all([loadMembers(ids), monthlyVisits(ids, periodId)]);
    const byId = new Map(members.map((member) => [member.id, member]));
    return {
      ...page,
      items: page.items.map((item) =>
        visitRowOf(item, byId.get(item.memberId), counts.get(item.memberId) ?? 0),
      ),
    };
  },
);
