import { partners } from '../../../shared/contracts/partners.ts';
import { handle } from '../../handle.ts';
import { listPartners, programsOf } from '../store.ts';

export const handler = handle(partners.list, async ({ query }) => {
  const page = await listPartners(query);
  return { ...page, items: page.items.map((partner) => ({ ...partner, programs: programsOf(partner) })) };
});
