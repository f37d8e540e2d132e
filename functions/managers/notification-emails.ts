import type { Partner } from '../../shared/partners/partner.ts';
import { listManagers } from './store.ts';

/** Returns the distinct emails of the partner's contact and managers. */
export async function notificationEmails(partner: Partner): Promise<string[]> {
  const managers = (await listManagers(partner.id)).filter(({ disabled }) => !disabled);
  const all = [partner.email, ...managers.map(({ email }) => email)].map((email) => email.toLowerCase());
  return [...new Set(all)];
}
