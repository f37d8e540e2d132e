import { partners } from '../../../shared/contracts/partners.ts';
import { handle } from '../../handle.ts';
import { loadPartner } from '../store.ts';

export const handler = handle(partners.get, async ({ query }) => loadPartner(query.partnerId));
