import type { Partner } from '../../shared/partners/partner.ts';
import { listManagers } from '../managers/store.ts';

/** The partner's contact and its managers, each address once. */
export async function emailsToTell(partner: Partner): Promise<string[]> {
  const managers = (await listManagers(partner.id)).filter(({ status }) => status !== 'leaving');
  const all = [partner.email, ...managers.map(({ email }) => email)].map((email) => email.toLowerCase());
  return [...new Set(all)];
}
