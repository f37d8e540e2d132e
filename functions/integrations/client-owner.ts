import type { ApiClient } from '../../shared/integrations/api-clients/api-client.ts';
import type { ClientOwnerKind } from '../../shared/integrations/api-scopes.ts';
import { Refusal } from '../../shared/refusal.ts';
import { findFacility, loadFacility } from '../facilities/store.ts';
import { findPartnerByNumber, loadPartner } from '../partners/store.ts';
import { forbidden, type Caller } from '../users/caller.ts';

export type ClientOwner = Pick<ApiClient, 'ownerKind' | 'ownerId' | 'ownerName'>;

/** Returns the kind and ID of a manager's own partner or facility. */
export function ownOwner({ user }: Caller): Pick<ClientOwner, 'ownerKind' | 'ownerId'> {
  if (user?.role === 'partnerManager' && user.partnerId !== null)
    return { ownerKind: 'partner', ownerId: user.partnerId };
  if (user?.role === 'facilityManager' && user.facilityId !== null)
    return { ownerKind: 'facility', ownerId: user.facilityId };
  throw forbidden();
}

/** Returns the owner's ID under the name of its kind. */
export const idsOf = ({ ownerKind, ownerId }: Pick<ClientOwner, 'ownerKind' | 'ownerId'>) =>
  ownerKind === 'partner' ? { partnerId: ownerId } : { facilityId: ownerId };

/** Throws 403 unless the caller may manage the clients of this owner. */
export const requireOwner = (caller: Caller, owner: ClientOwner): void => caller.requireAccess(idsOf(owner));

/** Returns the owner of a new client: a manager's own, or the one that an administrator named. */
export async function ownerOfNewClient(
  caller: Caller,
  named: { ownerKind?: ClientOwnerKind | undefined; ownerNumber?: string | undefined },
): Promise<ClientOwner> {
  if (caller.role !== 'systemAdmin') {
    const own = ownOwner(caller);
    const { name } = await (own.ownerKind === 'partner' ? loadPartner : loadFacility)(own.ownerId);
    return { ...own, ownerName: name };
  }
  const { ownerKind = 'partner', ownerNumber = '' } = named;
  if (ownerNumber === '') throw new Refusal('invalid', 'Enter the ID of the owner.', 'ownerNumber');
  const owner = await (ownerKind === 'partner' ? findPartnerByNumber : findFacility)(ownerNumber);
  if (!owner) throw new Refusal('invalid', `No ${ownerKind} has the ID ${ownerNumber}.`, 'ownerNumber');
  return { ownerKind, ownerId: owner.id, ownerName: owner.name };
}
