import { vouchers } from '../../../shared/contracts/vouchers.ts';
import { handle } from '../../handle.ts';
import { listPrograms } from '../program-store.ts';

export const handler = handle(vouchers.programs, async ({ query: { partnerId, ...listQuery } }) => {
  const page = await listPrograms(partnerId, listQuery);
  return {
    ...page,
    items: page.items.map(({ program, counts }) => ({
      ...program,
      recipients: program.recipientCount,
      redeemed: counts.redeemed,
      undeliverable: counts.undeliverable,
    })),
  };
});
