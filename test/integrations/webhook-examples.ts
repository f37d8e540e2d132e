import type { User } from '../../functions/users/user.ts';
import type { webhookEndpoints } from '../../shared/integrations/client-contract.ts';
import type { Example } from '../support/examples.ts';
import { someWebhook } from '../support/builders.ts';

const ownerOf = (user: User | undefined) =>
  user?.role === 'partnerManager' ? 'partner-1' : user?.role === 'facilityManager' ? 'club-4100' : 'all';

const ownId = (user: User | undefined) => ({ webhookId: someWebhook(ownerOf(user)).id });
const otherId = { webhookId: someWebhook('partner-2').id };
const unknownId = { webhookId: `partner-9-${'0'.repeat(26)}` };
const form = {
  url: 'https://hooks.example/wellport',
  description: 'Payroll',
  kinds: ['member.left'],
  includesPersonalData: false,
};

export const webhookExamples = {
  webhooks: {
    own: (_, as) => ({ query: { owner: ownerOf(as) } }),
    other: () => ({ query: { owner: 'partner-2' } }),
    unknown: { query: { owner: 'partner-9' } },
  },
  addWebhook: {
    own: (_, as) => ({ body: { ...form, owner: ownerOf(as) } }),
    other: () => ({ body: { ...form, owner: 'partner-2' } }),
    unknown: { body: { ...form, owner: 'partner-9' } },
  },
  saveWebhook: {
    own: (_, as) => ({ params: ownId(as), body: { ...form, isActive: false, version: 1 } }),
    other: () => ({ params: otherId, body: { ...form, isActive: false, version: 1 } }),
    unknown: { params: unknownId, body: { ...form, isActive: false, version: 1 } },
  },
  rotateWebhookSecret: {
    own: (_, as) => ({ params: ownId(as), body: { endPrevious: false, version: 1 } }),
    other: () => ({ params: otherId, body: { endPrevious: false, version: 1 } }),
    unknown: { params: unknownId, body: { endPrevious: false, version: 1 } },
  },
  webhookDeliveries: {
    own: (_, as) => ({ params: ownId(as), query: { status: 'waiting' } }),
    other: () => ({ params: otherId, query: { status: 'waiting' } }),
    unknown: { params: unknownId, query: { status: 'waiting' } },
  },
  replayDeliveries: {
    own: (_, as) => ({ params: ownId(as), body: { deliveryIds: ['01K'] } }),
    other: () => ({ params: otherId, body: { deliveryIds: ['01K'] } }),
    unknown: { params: unknownId, body: { deliveryIds: ['01K'] } },
  },
  deleteWebhook: {
    own: (_, as) => ({ params: ownId(as) }),
    other: () => ({ params: otherId }),
    unknown: { params: unknownId },
  },
} satisfies Record<keyof typeof webhookEndpoints, Example>;
