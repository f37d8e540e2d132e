import { managers } from '../../../shared/contracts/managers.ts';
import { dateInChicago } from '../../../shared/calendar.ts';
import { clientsPerOwner } from '../../../shared/integrations/api-clients/api-client.ts';
import { reviewDueOn } from '../../../shared/managers/access-review.ts';
import { handle } from '../../handle.ts';
import { listApiClients } from '../../integrations/api-client-store.ts';
import { loadPartner } from '../../partners/store.ts';
import { hasTwoFactors, type User } from '../../users/user.ts';
import { accessReviewOf } from '../access-review-store.ts';
import { listedManagerOf, listManagers } from '../store.ts';

const lastUsedAt = ({ sessions = [] }: User): string | null =>
  sessions.length === 0
    ? null
    : new Date(Math.max(...sessions.map(({ activeAt }) => activeAt)) * 1000).toISOString();

export const handler = handle(managers.accessReview, async ({ params: { partnerId }, now }) => {
  await loadPartner(partnerId);
  const [users, { items }, record] = await Promise.all([
    listManagers(partnerId),
    listApiClients({ ownerKind: 'partner', ownerId: partnerId }, { pageSize: clientsPerOwner }),
    accessReviewOf(partnerId, now),
  ]);
  const dueOn = reviewDueOn(record);
  return {
    managers: users.map((user) => ({
      ...listedManagerOf(user),
      lastUsedAt: lastUsedAt(user),
      hasSecondFactor: hasTwoFactors(user),
    })),
    clients: items
      .filter(({ revokedAt }) => revokedAt === null)
      .map(({ id, name, scopes, expiresOn }) => ({ id, name, scopes, expiresOn })),
    reviewedOn: record.reviewedOn,
    reviewedBy: record.reviewedBy,
    dueOn,
    isDue: dueOn <= dateInChicago(now),
    version: record.version,
  };
});
