import { findFacility } from '../../../functions/facilities/store.ts';
import { beginImport } from '../../../functions/jobs/file-import.ts';
import { now } from '../../../functions/platform/clock.ts';
import { runJobSteps } from '../../../functions/jobs/job-runner.ts';
import { recipientParts } from '../../../functions/vouchers/recipient-parts.ts';
import {
  listPrograms,
  loadProgram,
  nextProgramId,
  programChange,
} from '../../../functions/vouchers/program-store.ts';
import { startPublication } from '../../../functions/vouchers/publication.ts';
import { redeemVoucher } from '../../../functions/vouchers/redeem-voucher.ts';
import { programOf, saveProgram } from '../../../functions/vouchers/saved-program.ts';
import { vouchersAfter } from '../../../functions/vouchers/store.ts';
import { addDays, dateInChicago, type CalendarDate } from '../../../shared/calendar.ts';
import type { VoucherProgram } from '../../../shared/vouchers/voucher-program.ts';
import { atInstant, withoutQueue } from './past-work.ts';
import { demoId } from './seed.ts';

interface DemoProgram {
  displayName: string;
  redemptionValue: number;
  startDate: CalendarDate;
  endDate: CalendarDate;
  recipients: number;
  /** Days before the load. */
  publishedBefore: number | undefined;
}

const names = 'ines omar lena paul ruth theo maya finn nora emil alma hugo vera otto edda'.split(' ');
const partnerId = '1';

const demoPrograms = (today: CalendarDate): DemoProgram[] => [
  {
    displayName: 'Fall into Fitness',
    redemptionValue: 25_00,
    startDate: addDays(today, -40),
    endDate: addDays(today, 60),
    recipients: 24,
    publishedBefore: 30,
  },
  {
    displayName: 'New Year Kickoff',
    redemptionValue: 40_00,
    startDate: addDays(today, 30),
    endDate: addDays(today, 120),
    recipients: 12,
    publishedBefore: undefined,
  },
];

/**
 * Creates a published program with some redeemed vouchers, and a draft, by the portal's own jobs. An interrupted load
 * is resumed; a repeated load changes nothing.
 */
export async function demoVouchers(
  userId: string,
  clubs: readonly { id: string }[],
  now: Date,
): Promise<void> {
  await withoutQueue(async () => {
    for (const [index, wanted] of demoPrograms(dateInChicago(now)).entries()) {
      const program = await existingOrNewProgram(wanted, { userId, now, place: index });
      if (wanted.publishedBefore === undefined) continue;
      await publish(program, userId, daysBefore(now, wanted.publishedBefore));
      await redeemSome(await loadProgram(program.id), clubs, now);
    }
  });
}

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * 86_400_000);

/** Returns the existing or new program with its recipients. */
async function existingOrNewProgram(
  wanted: DemoProgram,
  { userId, now, place }: { userId: string; now: Date; place: number },
): Promise<VoucherProgram> {
  const { items } = await listPrograms(partnerId, {});
  const existing = items.find(({ program }) => program.displayName === wanted.displayName)?.program;
  const startedAt = daysBefore(now, 32);
  const { displayName, redemptionValue, startDate, endDate } = wanted;
  const form = { id: '', partnerId, displayName, redemptionValue, startDate, endDate };
  const program =
    existing ??
    (await saveProgram(
      null,
      programOf(null, { ...form, id: await nextProgramId() }, undefined),
      userId,
      startedAt,
    ));
  if (program.recipientCount > 0) return program;
  await atInstant(startedAt, () => upload(program, wanted, userId, place));
  return loadProgram(program.id);
}

async function upload(program: VoucherProgram, { recipients }: DemoProgram, userId: string, place: number) {
  const id = demoId(95_000_000 + place);
  const rows = Array.from({ length: recipients }, (_, index) => ({
    line: index + 2,
    email: `${names[index % names.length]}${index + 1}@northlake.example`,
    metadata: { Site: index % 3 === 0 ? 'Duluth' : 'Minneapolis' },
  }));
  if (program.uploadJobId === null) {
    await beginImport(
      {
        id,
        kind: 'voucher recipients',
        input: { programId: program.id, rowCount: rows.length, metadataColumns: ['Site'] },
        parts: recipientParts,
        rows,
        fileName: 'recipients.xlsx',
        message: 'Creating the voucher codes.',
        partnerId,
      },
      { userId },
      now(),
      programChange(program, { ...program, uploadJobId: id }),
    );
  }
  await runJobSteps(id, () => Infinity);
}

async function publish(program: VoucherProgram, userId: string, at: Date): Promise<void> {
  const id = demoId(95_000_100);
  await atInstant(at, async () => {
    if (program.publishedOn === null) await startPublication(program, { userId, now: at, newId: () => id });
    await runJobSteps(id, () => Infinity);
  });
}

/** Redeems every third of the first vouchers at the managed club and two others. */
async function redeemSome(program: VoucherProgram, clubs: readonly { id: string }[], now: Date) {
  const { vouchers } = await vouchersAfter(program.batchId ?? '', 0, 21);
  for (const [index, voucher] of vouchers.entries()) {
    const club = await findFacility(clubs[index % Math.min(3, clubs.length)]?.id ?? '');
    if (!club || index % 3 === 2 || voucher.status !== 'sent') continue;
    const redeemer = {
      userId: 'demo',
      name: 'Théo Marchetti',
      facilityId: club.id,
      facilityNumber: club.facilityNumber,
      facilityName: club.name,
    };
    await redeemVoucher({ voucher, program }, redeemer, daysBefore(now, 22 - index));
  }
}
