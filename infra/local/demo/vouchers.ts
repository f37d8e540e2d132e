import { findFacility } from '../../../functions/facilities/store.ts';
import { beginImport } from '../../../functions/jobs/file-import.ts';
import { now } from '../../../functions/platform/clock.ts';
import { recipientParts } from '../../../functions/vouchers/recipient-parts.ts';
import {
  listPrograms,
  loadProgram,
  nextProgramId,
  programChange,
} from '../../../functions/vouchers/program-store.ts';
import { startPublication, programOf, saveProgram } from '../../../functions/vouchers/saved-program.ts';
import { redeemVoucher } from '../../../functions/vouchers/redeem-voucher.ts';
import { vouchersAfter } from '../../../functions/vouchers/store.ts';
import { addDays, dateInChicago } from '../../../shared/calendar.ts';
import type { VoucherProgram } from '../../../shared/vouchers/voucher-program.ts';
import { atInstant, runToEnd, withoutQueue } from './past-work.ts';
import { staff, voucherPrograms } from './scenario.ts';
import { demoId } from './seed.ts';

type Row = (typeof voucherPrograms)[number];

const names = 'ines omar lena paul ruth theo maya finn nora emil alma hugo vera otto edda'.split(' ');
const partnerId = '1';

const daysAfter = (now: Date, days: number) => new Date(now.getTime() + days * 86_400_000);

/**
 * Creates a published program with some redeemed vouchers, and a draft, by the portal's own jobs. An interrupted load
 * is resumed; a repeated load changes nothing.
 */
export const demoVouchers = (
  userId: string,
  facilities: readonly { id: string }[],
  now: Date,
): Promise<void> =>
  withoutQueue(async () => {
    for (const [index, row] of voucherPrograms.entries()) {
      const program = await existingOrNewProgram(row, index, { userId, now });
      if (row.published === null) continue;
      await publish(program, userId, daysAfter(now, row.published));
      await redeemSome(await loadProgram(program.id), facilities, now);
    }
  });

/** Returns the existing or new program with its recipients. */
async function existingOrNewProgram(
  row: Row,
  index: number,
  { userId, now }: { userId: string; now: Date },
): Promise<VoucherProgram> {
  const { items } = await listPrograms(partnerId, {});
  const existing = items.find(({ program }) => program.displayName === row.name)?.program;
  const startedAt = daysAfter(now, -32);
  const today = dateInChicago(now);
  const form = async () => ({
    id: await nextProgramId(),
    partnerId,
    displayName: row.name,
    redemptionValue: row.cents,
    startDate: addDays(today, row.starts),
    endDate: addDays(today, row.ends),
  });
  const program =
    existing ?? (await saveProgram(null, programOf(null, await form(), undefined), userId, startedAt));
  if (program.recipientCount > 0) return program;
  await atInstant(startedAt, () => upload(program, row.recipients, userId, demoId(95_000_000 + index)));
  return loadProgram(program.id);
}

async function upload(program: VoucherProgram, count: number, userId: string, id: string) {
  const rows = Array.from({ length: count }, (_, index) => ({
    line: index + 2,
    email: `${names[index % names.length]}${index + 1}@northlake.example`,
    metadata: { Site: index % 3 === 0 ? 'Duluth' : 'Minneapolis' },
  }));
  if (program.uploadJobId === null) {
    const input = { programId: program.id, rowCount: rows.length, metadataColumns: ['Site'] };
    const job = { id, kind: 'voucher recipients', input, parts: recipientParts, rows, partnerId } as const;
    const texts = { fileName: 'recipients.xlsx', message: 'Creating the voucher codes.' };
    const uploading = programChange(program, { ...program, uploadJobId: id });
    await beginImport({ ...job, ...texts }, { userId }, now(), uploading);
  }
  await runToEnd(id);
}

const publish = (program: VoucherProgram, userId: string, at: Date): Promise<void> =>
  atInstant(at, async () => {
    const id = demoId(95_000_100);
    if (program.publishedOn === null) await startPublication(program, { userId, now: at, newId: () => id });
    await runToEnd(id);
  });

/** Redeems every third of the first vouchers at the managed club and two others. */
async function redeemSome(program: VoucherProgram, facilities: readonly { id: string }[], now: Date) {
  const { vouchers } = await vouchersAfter(program.batchId ?? '', 0, 21);
  const { firstName, lastName } = staff.clubManager;
  for (const [index, voucher] of vouchers.entries()) {
    const facility = await findFacility(facilities[index % Math.min(3, facilities.length)]?.id ?? '');
    if (!facility || index % 3 === 2 || voucher.status !== 'sent') continue;
    const { id: facilityId, facilityNumber, name: facilityName } = facility;
    const redeemer = {
      userId: 'demo',
      name: `${firstName} ${lastName}`,
      facilityId,
      facilityNumber,
      facilityName,
    };
    await redeemVoucher({ voucher, program }, redeemer, daysAfter(now, index - 22));
  }
}
