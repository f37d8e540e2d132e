import { isDeepStrictEqual } from 'node:util';
import { dateInChicago } from '../../shared/calendar.ts';
import { vouchers } from '../../shared/contracts/vouchers.ts';
import type { VoucherProgram } from '../../shared/vouchers/voucher-program.ts';
import { noFaults } from './faults.ts';
import { fail } from './violation.ts';
import { sumsOf } from './voucher-model.ts';
import type { World } from './world.ts';

const jobKinds = ['voucher recipients', 'voucher publication', 'voucher email'];

/** Asserts that shown sums and lists equal the vouchers, and that every due email was sent. */
export async function assertVouchers(world: World): Promise<void> {
  const { portal, observed } = world;
  const isRunning = [...observed.jobs.values()].some(
    ({ kind, status }) => jobKinds.includes(kind) && status === 'running',
  );
  if (isRunning || portal.cloud.isRacing) return;
  for (const program of observed.vouchers.programs.values()) {
    await assertSums(world, program);
    assertEmails(world, program);
  }
}

async function assertSums(world: World, program: VoucherProgram): Promise<void> {
  const { portal, admins, observed } = world;
  const stored = observed.vouchers.ofProgram(program);
  const today = dateInChicago(portal.cloud.now);
  const { body } = await portal.request(vouchers.program, admins[0], {
    query: { voucherProgramId: program.id },
  });
  const sums = sumsOf(stored, program.redemptionValue / 100, program, today);
  // a fault can prevent the response
  if (body?.sums && !isDeepStrictEqual(body.sums, sums))
    fail(`program ${program.id} shows ${JSON.stringify(body.sums)}, not ${JSON.stringify(sums)}`);
  const { body: list } = await portal.request(vouchers.list, admins[0], {
    params: { voucherProgramID: program.id },
    query: { status: 'redeemed' },
  });
  const shown = list?.items?.map(({ id }: { id: string }) => id).toSorted();
  const redeemed = stored.flatMap(({ id, status }) => (status === 'redeemed' ? [id] : [])).toSorted();
  // the index of a table may show former data
  if (shown && portal.cloud.faults.maxLag === 0 && shown.join() !== redeemed.join())
    fail(`program ${program.id} lists ${shown.join()} as redeemed, not ${redeemed.join()}`);
}

/** Each voucher of a published program has an email per number; a failure during a step can repeat its emails. */
function assertEmails({ portal, observed }: World, program: VoucherProgram): void {
  const { messages, faults } = portal.cloud;
  const mayRepeat = !isDeepStrictEqual(faults, noFaults);
  const counts = new Map<string, number>();
  for (const { to, text } of messages.emails)
    if (text.includes('/voucher/')) counts.set(to, (counts.get(to) ?? 0) + 1);
  for (const { id, recipientEmail, status, emailNumber } of observed.vouchers.ofProgram(program)) {
    if (program.publishedOn !== null && status === 'draft') fail(`voucher ${id} was published and not sent`);
    const sent = counts.get(recipientEmail) ?? 0;
    // earlier emails went to another address, or were refused
    const isCorrected = recipientEmail.startsWith('corrected');
    const least = recipientEmail.startsWith('refused') ? 0 : isCorrected ? 1 : emailNumber;
    const most = least + (isCorrected ? emailNumber : 0) + (mayRepeat ? 3 : 0);
    if (sent < least || sent > most) fail(`voucher ${id} was sent ${sent} times instead of ${emailNumber}`);
  }
}
