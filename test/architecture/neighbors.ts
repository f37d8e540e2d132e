import { paymentChange } from '../../functions/payments/store.ts';
import { transact } from '../../functions/table/transact.ts';
import type { Role } from '../../shared/roles.ts';
import { somePayment } from '../payments/some-payment.ts';
import { someWebhook, type Side, type World } from '../support/world.ts';

export type Kind =
  | 'partner'
  | 'member'
  | 'key fob'
  | 'facility'
  | 'manager'
  | 'administrator'
  | 'roster change'
  | 'webhook'
  | 'API client'
  | 'job'
  | 'upload'
  | 'bulk'
  | 'download'
  | 'visits import'
  | 'partner payment'
  | 'facility payment'
  | 'member payment';

/** A stored record, and the roles of the world's own users that it belongs to. */
export interface Neighbor {
  kind: Kind;
  id: string;
  of: readonly Role[];
}

const manager = ['partnerManager'] as const;

/** Adds a payment of each kind to both partners, and lists one record or more of every kind that an ID can name. */
export async function addNeighbors(world: World): Promise<Neighbor[]> {
  const sides = [...(await neighborsOf(world.own, true)), ...(await neighborsOf(world.other, false))];
  const starters: [string, Role][] = [
    [world.own.manager.id, 'partnerManager'],
    [world.own.memberUser.id, 'member'],
    [world.facilityManager.id, 'facilityManager'],
    [world.admin.id, 'systemAdmin'],
  ];
  return [
    ...sides,
    { kind: 'facility', id: world.facility.id, of: ['facilityManager', 'member'] },
    { kind: 'administrator', id: world.admin.id, of: [] },
    { kind: 'webhook', id: someWebhook('partner-1').id, of: manager },
    { kind: 'webhook', id: someWebhook('partner-2').id, of: [] },
    { kind: 'webhook', id: someWebhook('club-4100').id, of: ['facilityManager'] },
    { kind: 'webhook', id: someWebhook('all').id, of: [] },
    { kind: 'API client', id: world.own.spareClient.id, of: manager },
    { kind: 'API client', id: world.other.spareClient.id, of: [] },
    { kind: 'API client', id: world.spareFacilityClient.id, of: ['facilityManager'] },
    { kind: 'upload', id: 'upload-of-own-partner', of: manager },
    { kind: 'bulk', id: 'bulk-of-own-partner', of: manager },
    { kind: 'upload', id: 'upload-of-other-partner', of: [] },
    { kind: 'bulk', id: 'bulk-of-other-partner', of: [] },
    { kind: 'job', id: 'job-of-another', of: [] },
    { kind: 'download', id: 'download-of-another', of: [] },
    { kind: 'visits import', id: 'visits-import-of-another', of: [] },
    ...starters.flatMap(([id, role]): Neighbor[] => [
      { kind: 'job', id: `job-of-${id}`, of: [role] },
      { kind: 'download', id: `download-of-${id}`, of: [role] },
      { kind: 'visits import', id: `visits-import-of-${id}`, of: [role] },
    ]),
  ];
}

async function neighborsOf(side: Side, isOwn: boolean): Promise<Neighbor[]> {
  const { partner, member, waiting, usedKeyFob, freeFob } = side;
  const payments = (['partner', 'facility', 'member'] as const).map((kind) =>
    somePayment({
      kind,
      id: `${kind}-payment-${partner.id}`,
      partnerId: partner.id,
      ...(kind === 'member' && { memberId: member.id }),
    }),
  );
  for (const payment of payments) await transact(...paymentChange(null, payment));
  const of = (...roles: Role[]) => (isOwn ? roles : []);
  return [
    { kind: 'partner', id: partner.id, of: of('partnerManager', 'member') },
    { kind: 'member', id: member.id, of: of('partnerManager', 'member', 'facilityManager', 'apiClient') },
    { kind: 'member', id: waiting.id, of: of('partnerManager', 'apiClient') },
    { kind: 'key fob', id: usedKeyFob.number, of: of('partnerManager', 'member') },
    { kind: 'key fob', id: freeFob.number, of: of('partnerManager', 'member') },
    { kind: 'manager', id: side.manager.id, of: of('partnerManager') },
    { kind: 'administrator', id: side.memberUser.id, of: [] },
    { kind: 'roster change', id: `roster-change-${partner.id}`, of: of('partnerManager', 'apiClient') },
    ...payments.map(({ kind, id }): Neighbor => ({ kind: `${kind} payment`, id, of: of('partnerManager') })),
  ];
}
