import { keys } from '../../table/keys.ts';
import { queryItems } from '../../table/table.ts';

/** Counts a member's check-ins, including those that do not count as visits. */
export async function checkInsOf(memberId: string): Promise<number> {
  const { pk, sk } = keys.visit(memberId, '');
  let count = 0;
  let after: string | undefined;
  do {
    const { items, last } = await queryItems(pk, { beginsWith: sk, ...(after !== undefined && { after }) });
    count += items.length;
    after = last ?? undefined;
  } while (after !== undefined);
  return count;
}
