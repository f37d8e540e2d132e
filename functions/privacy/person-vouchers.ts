import { allPartners } from '../partners/store.ts';
import { auditWrite } from '../table/audit.ts';
import { transact } from '../table/transact.ts';
import { listPrograms } from '../vouchers/program-store.ts';
import { listVouchers, voucherChange } from '../vouchers/store.ts';
import { dateInChicago, type CalendarDate } from '../../shared/calendar.ts';
import type { Page } from '../../shared/page.ts';
import { isRedeemedOn, statusOn, type Voucher } from '../../shared/vouchers/voucher.ts';
import type { VoucherProgram } from '../../shared/vouchers/voucher-program.ts';

/** A voucher of a person, sent or unsent. */
export interface OwnVoucher {
  voucher: Voucher;
  program: VoucherProgram;
}

/** Returns the vouchers of these addresses (lowercase) in all programs, with one search per program. */
export async function vouchersTo(addresses: ReadonlySet<string>, now: Date): Promise<OwnVoucher[]> {
  const vouchers: OwnVoucher[] = [];
  const today = dateInChicago(now);
  for await (const partner of allPartners())
    for await (const { program } of every((cursor) => listPrograms(partner.id, { pageSize: 40, cursor })))
      for (const filter of addresses) {
        const search = { filter, pageSize: 40 };
        for await (const voucher of every((cursor) => listVouchers(program, { ...search, cursor }, today)))
          // a search matches beginnings
          if (voucher.recipientEmail.toLowerCase() === filter) vouchers.push({ voucher, program });
      }
  return vouchers;
}

async function* every<Row>(page: (cursor: string | undefined) => Promise<Page<Row>>): AsyncGenerator<Row> {
  let cursor: string | undefined;
  do {
    const { items, nextCursor } = await page(cursor);
    yield* items;
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
}

/** Reports whether an action is still possible: sent, redeemed, or its redemption of today undone. */
export const isOpen = ({ voucher, program }: OwnVoucher, today: CalendarDate): boolean =>
  voucher.status === 'draft' ||
  ['sent', 'undeliverable'].includes(statusOn(voucher.status, program.endDate, today)) ||
  isRedeemedOn(voucher, today);

/** Removes the address and the recipients file's columns from a voucher; redemptions remain counted. */
export async function eraseVoucher({ voucher }: OwnVoucher, who: string, now: Date): Promise<void> {
  const erased: Voucher = {
    ...voucher,
    recipientEmail: `erased-${voucher.id.toLowerCase()}@erased.invalid`,
    metadata: {},
    // it contains the address
    emailProblem: null,
  };
  await transact(
    ...voucherChange(voucher, erased),
    auditWrite({ name: 'person erased', subject: `voucher ${voucher.id}`, who }, now),
  );
}
