import type { User } from '../../functions/users/user.ts';
import { integrations } from '../../shared/contracts/integrations.ts';
import { examplesOf } from '../support/examples.ts';
import type { World } from '../support/world.ts';
import { webhookExamples } from './webhook-examples.ts';

const clientOf = ({ own, facilityClient }: World, as: User | undefined) =>
  as?.role === 'facilityManager' ? facilityClient : own.client;

const user = (userName: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
  userName,
  name: { givenName: 'Ida', familyName: 'Holm' },
  active: true,
});
const rename = {
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations: [{ op: 'replace', path: 'name.familyName', value: 'Holm' }],
};

const checkIn = (memberId: string) => ({
  checkInId: 'turnstile-1',
  memberId,
  at: '2026-10-05T18:05:00-05:00',
});

const nobody = { clientId: '01KNOBODY00000000000000000' };

export const examples = examplesOf(integrations, {
  listClients: { own: () => ({}) },
  createClient: {
    own: ({ own, facility }, as) => ({
      body: {
        name: 'HR system',
        scopes: [as?.role === 'facilityManager' ? 'checkins:write' : 'roster:read'],
        expiresOn: '2026-12-31',
        addresses: '203.0.113.0/24',
        ...(as?.role === 'systemAdmin' && { ownerKind: 'partner', ownerNumber: own.partner.partnerNumber }),
        ...(as === undefined && { ownerKind: 'facility', ownerNumber: facility.id }),
      },
    }),
  },
  addSecret: {
    own: (world, as) => ({ params: { clientId: clientOf(world, as).id } }),
    other: ({ other }) => ({ params: { clientId: other.client.id } }),
    unknown: { params: nobody },
  },
  removeSecret: {
    own: (world, as) => ({ params: { clientId: clientOf(world, as).id, secretId: 'none' } }),
    other: ({ other }) => ({ params: { clientId: other.client.id, secretId: 'none' } }),
    unknown: { params: { ...nobody, secretId: 'none' } },
  },
  calls: {
    own: (world, as) => ({ params: { clientId: clientOf(world, as).id } }),
    other: ({ other }) => ({ params: { clientId: other.client.id } }),
    unknown: { params: nobody },
  },
  revokeCreated: { own: () => ({ body: { userId: 'user-of-nobody', owner: 'all' } }) },
  revokeClient: {
    own: (world, as) => ({
      params: {
        clientId: as?.role === 'facilityManager' ? world.spareFacilityClient.id : world.own.spareClient.id,
      },
    }),
    other: ({ other }) => ({ params: { clientId: other.client.id } }),
    unknown: { params: nobody },
  },
  scimConfig: { own: () => ({}) },
  scimResourceTypes: { own: () => ({}) },
  scimListGroups: { own: () => ({}) },
  scimResourceType: { own: () => ({ params: { type: 'User' } }) },
  scimSchemas: { own: () => ({}) },
  scimSchema: { own: () => ({ params: { urn: 'urn:ietf:params:scim:schemas:core:2.0:User' } }) },
  scimListUsers: { own: () => ({ query: { filter: 'userName eq "nobody@people.test"' } }) },
  scimSearchUsers: { own: () => ({ body: { startIndex: 1, count: 10 } }) },
  scimSearch: { own: () => ({ body: { count: 1 } }) },
  scimGetUser: {
    own: ({ own }) => ({ params: { id: own.member.id } }),
    other: ({ other }) => ({ params: { id: other.member.id } }),
    unknown: { params: { id: 'M99' } },
  },
  scimCreateUser: { own: () => ({ body: user('new@people.test') }) },
  scimReplaceUser: {
    own: ({ own }) => ({ params: { id: own.waiting.id }, body: user('replaced@people.test') }),
    other: ({ other }) => ({ params: { id: other.waiting.id }, body: user('replaced@people.test') }),
    unknown: { params: { id: 'M99' }, body: user('replaced@people.test') },
  },
  scimPatchUser: {
    own: ({ own }) => ({ params: { id: own.waiting.id }, body: rename }),
    other: ({ other }) => ({ params: { id: other.waiting.id }, body: rename }),
    unknown: { params: { id: 'M99' }, body: rename },
  },
  scimDeleteUser: {
    own: ({ own }) => ({ params: { id: own.waiting.id } }),
    other: ({ other }) => ({ params: { id: other.waiting.id } }),
    unknown: { params: { id: 'M99' } },
  },
  scimBulk: {
    own: () => ({
      body: { Operations: [{ method: 'POST', path: '/Users', data: user('bulk@people.test') }] },
    }),
  },
  sendBatch: {
    own: () => ({ body: { idempotencyKey: 'batch-1', mode: 'leavers', rows: [{ email: 'a@people.test' }] } }),
  },
  batch: {
    own: ({ own }) => ({ params: { batchId: `roster-change-${own.partner.id}` } }),
    other: ({ other }) => ({ params: { batchId: `roster-change-${other.partner.id}` } }),
    unknown: { params: { batchId: 'none' } },
  },
  batchResults: {
    own: ({ own }) => ({ params: { batchId: `roster-change-${own.partner.id}` } }),
    other: ({ other }) => ({ params: { batchId: `roster-change-${other.partner.id}` } }),
    unknown: { params: { batchId: 'none' } },
  },
  batchErrors: {
    own: ({ own }) => ({ params: { batchId: `roster-change-${own.partner.id}` } }),
    other: ({ other }) => ({ params: { batchId: `roster-change-${other.partner.id}` } }),
    unknown: { params: { batchId: 'none' } },
  },
  takeCheckIn: { own: ({ own }) => ({ body: checkIn(own.member.id) }) },
  takeCheckIns: { own: ({ own }) => ({ body: { checkIns: [checkIn(own.member.id)] } }) },
  token: {
    own: ({ own: { client } }) => ({
      body: { grant_type: 'client_credentials', client_id: client.id, client_secret: client.secret },
    }),
  },
  ...webhookExamples,
});
