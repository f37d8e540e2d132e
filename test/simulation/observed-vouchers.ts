import { dateInChicago } from '../../shared/calendar.ts';
import type { VoucherProgram } from '../../shared/vouchers/voucher-program.ts';
import type { Voucher } from '../../shared/vouchers/voucher.ts';
import type { Item } from '../support/memory/expressions.ts';
import { voucherError } from './voucher-model.ts';

/** The stored voucher programs and vouchers. Every single write is checked. */
export class ObservedVouchers {
  readonly programs = new Map<string, VoucherProgram>();
  readonly vouchers = new Map<string, Voucher>();
  /** Codes of vouchers that other recipients files replaced. */
  readonly replaced: string[] = [];

  /** Returns what is wrong with a write; undefined for a valid one and other entities. */
  problemOf(before: Item | undefined, after: Item | undefined, today: string): string | undefined {
    const { entity, id } = (after ?? before ?? {}) as { entity?: string; id?: string };
    if (entity === 'voucher program' && id !== undefined && after)
      this.programs.set(id, after as unknown as VoucherProgram);
    if (entity !== 'voucher' || id === undefined) return undefined;
    const error = this.seeVoucher(id, before as Voucher | undefined, after as Voucher | undefined, today);
    return error && `voucher ${id} ${error}`;
  }

  private seeVoucher(
    id: string,
    before: Voucher | undefined,
    after: Voucher | undefined,
    today: string,
  ): string | undefined {
    if (!after) {
      this.vouchers.delete(id);
      if (before) this.replaced.push(before.code);
      return before?.status === 'draft' ? undefined : `is deleted in status ${before?.status}`;
    }
    this.vouchers.set(id, after);
    if (!before) return undefined;
    const program = this.programs.get(after.programId);
    if (after.code !== before.code) return 'has another code';
    if (after.emailNumber > before.emailNumber + 1) return 'skips an email';
    if (!program?.publishedOn || program.batchId !== after.batchId)
      return after.status === before.status ? undefined : 'changes before its program is published';
    const { redeemedOn } = before;
    const day = redeemedOn && dateInChicago(new Date(redeemedOn));
    return voucherError(before, after, program, today, day);
  }

  /** Returns the vouchers of the active recipients file of a program. */
  ofProgram({ id, batchId }: VoucherProgram): Voucher[] {
    return [...this.vouchers.values()].filter(
      ({ programId, batchId: of }) => programId === id && of === batchId,
    );
  }
}
