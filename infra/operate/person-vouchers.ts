import { allPartners } from '../../functions/partners/store.ts';
import { auditWrite } from '../../functions/table/audit.ts';
import { transact } from '../../functions/table/transact.ts';
import { listPrograms } from '../../functions/vouchers/program-store.ts';
import { listVouchers, voucherChange } from '../../functions/vouchers/store.ts';
import { dateInChicago, type CalendarDate } from '../../shared/calendar.ts';
import type { Page } from '../../shared/page.ts';
import { isRedeemedOn } from '../../shared/vouchers/voucher-actions.ts';
import { statusOn, type Voucher } from '../../shared/vouchers/voucher.ts';
import type { VoucherProgram } from '../../shared/vouchers/voucher-program.ts';

/** A voucher that was sent, or is to be sent, to somebody. */
export interface OwnVoucher {
  voucher: Voucher;
  program: VoucherProgram;
}

/** The vouchers of these addresses (in lower case), of every partner: one search in each of its programs. */
export async function vouchersTo(addresses: ReadonlySet<string>, now: Date): Promise<OwnVoucher[]> {
  const found: OwnVoucher[] = [];
  const today = dateInChicago(now);
  for await (const partner of allPartners())
    for await (const { program } of every((cursor) => listPrograms(partner.id, { pageSize: 40, cursor })))
      for (const filter of addresses) {
        const search = { filter, pageSize: 40 };
        for await (const voucher of every((cursor) => listVouchers(program, { ...search, cursor }, today)))
          // a search finds what begins so
          if (voucher.recipientEmail.toLowerCase() === filter) found.push({ voucher, program });
      }
  return found;
}

async function* every<Row>(page: (cursor: string | undefined) => Promise<Page<Row>>): AsyncGenerator<Row> {
  let cursor: string | undefined;
  do {
    const { items, nextCursor } = await page(cursor);
    yield* items;
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
}

/** True while something can still be done with it: sent, redeemed, or its redemption of today undone. */
export const isOpen = ({ voucher, program }: OwnVoucher, today: CalendarDate): boolean =>
  voucher.status === 'draft' ||
  ['sent', 'undeliverable'].includes(statusOn(voucher.status, program.endDate, today)) ||
  isRedeemedOn(voucher, today);

/** Takes the address and the columns of the recipients file out of a voucher; what was redeemed stays counted. */
export async function eraseVoucher({ voucher }: OwnVoucher, now: Date): Promise<void> {
  const erased: Voucher = {
    ...voucher,
    recipientEmail: `erased-${voucher.id.toLowerCase()}@erased.invalid`,
    metadata: {},
    // it quotes the address
    emailProblem: null,
  };
  await transact(
    ...voucherChange(voucher, erased),
    auditWrite({ name: 'person erased', subject: `voucher ${voucher.id}`, who: 'operator' }, now),
  );
}
