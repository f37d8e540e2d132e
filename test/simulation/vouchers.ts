import { addDays, dateInChicago } from '../../shared/calendar.ts';
import { vouchers } from '../../shared/contracts/vouchers.ts';
import { lettersOf } from './hiring.ts';
import { fail } from './violation.ts';
import { assertVouchers } from './voucher-sums.ts';
import { useVouchers } from './voucher-uses.ts';
import { workbookOf } from './workbook.ts';
import type { SimulatedPartner, World } from './world.ts';

const voucherValue = 25;

/** Returns what administrators, recipients, and clubs do with vouchers on a day; `rate` is the share of days with a new program. */
export function voucherActions(world: World, rate: number): (() => Promise<void>)[] {
  const { portal, partners, observed } = world;
  const { random } = portal.cloud;
  const actions: (() => Promise<void>)[] = [];
  const partner = partners[Math.floor(random() * partners.length)];
  if (partner && random() < rate) actions.push(() => issueVouchers(world, partner));
  for (const program of observed.vouchers.programs.values())
    if (random() < 0.3) actions.push(() => useVouchers(world, program.id));
  return actions;
}

/** An administrator creates a program, uploads its recipients, sometimes again, and publishes it, sometimes twice. */
async function issueVouchers(world: World, partner: SimulatedPartner): Promise<void> {
  const { portal, admins } = world;
  const { random } = portal.cloud;
  const today = dateInChicago(portal.cloud.now);
  const startDate = addDays(today, random() < 0.3 ? 2 : 0);
  const program = {
    id: '0',
    partnerID: partner.id,
    displayName: 'Winter Steps',
    redemptionValue: `${voucherValue}.00`,
    startDate,
    endDate: addDays(startDate, 3 + Math.floor(random() * 25)),
  };
  const { body } = await portal.succeed(vouchers.saveProgram, admins[0], {
    body: { voucherProgram: JSON.stringify(program) },
    files: {},
  });
  const { id } = body.data as { id: string };
  await upload(world, id, partner);
  if (random() < 0.4) await upload(world, id, partner);
  const isReplacedLate = random() < 0.2;
  await portal.cloud.concurrently([
    () => publish(world, id),
    ...(random() < 0.3 ? [() => publish(world, id)] : []),
    ...(isReplacedLate ? [() => upload(world, id, partner)] : []),
  ]);
  await portal.work();
  await assertVouchers(world);
}

/** Uploads recipients with invalid rows: the file is refused, then its valid rows are accepted. */
async function upload(world: World, voucherProgramId: string, partner: SimulatedPartner): Promise<void> {
  const { portal, admins, observed, partners } = world;
  const { random } = portal.cloud;
  const domain = `p${partners.indexOf(partner) + 1}.test`;
  const address = (start: string) => `${start}-${lettersOf(Math.floor(random() * 1e9))}@${domain}`;
  const valid = Array.from({ length: 2 + Math.floor(random() * 4) }, () =>
    address(random() < 0.15 ? 'refused' : 'voucher'),
  );
  const invalid = ['no address', valid[0]?.toUpperCase() ?? ''].filter(() => random() < 0.4);
  const bytes = workbookOf(
    ['Mail', 'Team'],
    [...valid, ...invalid].map((email) => [email, 'North']),
  );
  const sent = { files: { recipientsFile: { name: 'recipients.xlsx', bytes } } };
  const first = await portal.request(vouchers.uploadRecipients, admins[0], {
    ...sent,
    body: { voucherProgramId },
  });
  const isRefused = first.status === 200 && first.body?.success === false;
  if (isRefused && first.body.invalidLines.length !== invalid.length)
    fail(`a file with ${invalid.length} invalid rows reports ${JSON.stringify(first.body.invalidLines)}`);
  if (first.status === 200 && invalid.length > 0 && !isRefused) fail('a file with invalid rows is accepted');
  const { status } = isRefused
    ? await portal.request(vouchers.uploadRecipients, admins[0], {
        ...sent,
        body: { voucherProgramId, validRowsOnly: 'true' },
      })
    : first;
  await portal.work();
  const program = observed.vouchers.programs.get(voucherProgramId);
  if (status !== 200 || portal.cloud.isRacing || !program || program.uploadJobId !== null) return;
  const stored = observed.vouchers.ofProgram(program).map(({ recipientEmail }) => recipientEmail);
  if (stored.toSorted().join() !== valid.toSorted().join())
    fail(`the recipients of program ${voucherProgramId} are ${stored.join()}, not ${valid.join()}`);
}

async function publish({ portal, admins }: World, voucherProgramId: string): Promise<void> {
  const { body } = await portal.request(vouchers.program, admins[1], { query: { voucherProgramId } });
  await portal.request(vouchers.publish, admins[1], {
    params: { voucherProgramID: voucherProgramId },
    body: { version: body?.version },
  });
}
