import { managers } from '../../../shared/contracts/managers.ts';
import { dateInChicago } from '../../../shared/calendar.ts';
import { clientsPerOwner } from '../../../shared/integrations/api-clients/api-client.ts';
import { reviewDueOn } from '../../../shared/managers/access-review.ts';
import { formerUser } from '../../../shared/users/names.ts';
import { handle } from '../../handle.ts';
import { listApiClients } from '../../integrations/api-client-store.ts';
import { loadPartner } from '../../partners/store.ts';
import { loadUserNames } from '../../users/store.ts';
import { creatorNames } from '../../users/user-list-store.ts';
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
  const clients = items.filter(({ revokedAt }) => revokedAt === null);
  const names = new Map([
    ...(await creatorNames(...users)),
    ...(await loadUserNames(clients.map(({ createdBy }) => createdBy))),
  ]);
  const dueOn = reviewDueOn(record);
  return {
    managers: users.map((user) => ({
      ...listedManagerOf(user, names),
      lastUsedAt: lastUsedAt(user),
      hasSecondFactor: hasTwoFactors(user),
    })),
    clients: clients.map(({ id, name, scopes, expiresOn, createdBy }) => ({
      id,
      name,
      scopes,
      expiresOn,
      createdByName: names.get(createdBy) ?? formerUser,
    })),
    reviewedOn: record.reviewedOn,
    reviewedBy: record.reviewedBy,
    dueOn,
    isDue: dueOn <= dateInChicago(now),
    version: record.version,
  };
});
