import type { User } from '../../functions/users/user.ts';
import { integrations } from '../../shared/contracts/integrations.ts';
import { examplesOf } from '../support/examples.ts';
import type { World } from '../support/world.ts';
import { webhookExamples } from './webhook-examples.ts';

const clientOf = ({ own, clubClient }: World, as: User | undefined) =>
  as?.role === 'facilityManager' ? clubClient : own.client;

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
  revokeClient: {
    own: (world, as) => ({
      params: {
        clientId: as?.role === 'facilityManager' ? world.spareClubClient.id : world.own.spareClient.id,
      },
    }),
    other: ({ other }) => ({ params: { clientId: other.client.id } }),
    unknown: { params: nobody },
  },
  scimConfig: { own: () => ({}) },
  scimResourceTypes: { own: () => ({}) },
  scimResourceType: { own: () => ({ params: { type: 'User' } }) },
  scimSchemas: { own: () => ({}) },
  scimSchema: { own: () => ({ params: { urn: 'urn:ietf:params:scim:schemas:core:2.0:User' } }) },
  token: {
    own: ({ own: { client } }) => ({
      body: { grant_type: 'client_credentials', client_id: client.id, client_secret: client.secret },
    }),
  },
  ...webhookExamples,
});
