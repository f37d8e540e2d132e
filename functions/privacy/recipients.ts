import type { PrivacyCase } from '../../shared/privacy/privacy-case.ts';
import { facilityManagersToEmail } from '../facilities/manager-store.ts';
import { loadMembers } from '../members/store.ts';
import { loadPartner } from '../partners/store.ts';

/** Returns the addresses of the partners and clubs that received the person's data. */
export async function recipientsOf({ memberIds }: PrivacyCase): Promise<string[]> {
  const members = await loadMembers(memberIds);
  const partnerIds = new Set(members.map(({ partnerId }) => partnerId));
  const facilityIds = new Set(members.flatMap(({ facilityId }) => facilityId ?? []));
  const partners = await Promise.all([...partnerIds].map(loadPartner));
  const managers = await Promise.all([...facilityIds].map(facilityManagersToEmail));
  const addresses = [...partners, ...managers.flat()].map(({ email }) => email.toLowerCase());
  return [...new Set(addresses)].filter(Boolean);
}
