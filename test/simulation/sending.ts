import { bankFiles } from '../../shared/contracts/bank-files.ts';
import type { User } from '../../functions/users/user.ts';
import { resolveUnknown } from './bank-cases.ts';
import { pin, type World } from './world.ts';

/** Returns the month of a date, or one some months later, as a period: YYYYMM. */
function periodAt(date: string, offset: number): string {
  const index = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 + offset;
  return `${Math.floor(index / 12)}${String((index % 12) + 1).padStart(2, '0')}`;
}

/** Months in which payments of each type can be due, relative to today, and the programs that have them. */
const partnerTypes = [
  { paymentTypeID: 4, types: [1, 2, 3], months: [-1, 0] },
  { paymentTypeID: 5, types: [3], months: [-2, -1] },
];
const memberTypes = [
  { paymentTypeID: 6, types: [2, 3], months: [-1, 0, 1] },
  { paymentTypeID: 7, types: [2, 3], months: [-2, -1] },
];

const combinations = (
  rows: readonly { paymentTypeID: number; types: number[]; months: number[] }[],
  date: string,
) =>
  rows.flatMap(({ paymentTypeID, types, months }) =>
    types.flatMap((programPaymentTypeID) =>
      months.map((month) => ({ programPaymentTypeID, paymentTypeID, periodID: periodAt(date, month) })),
    ),
  );

/** An administrator checks every kind of payments that may be due and sends what the portal offers. */
export async function sendDuePayments(world: World): Promise<void> {
  const {
    portal,
    admins: [admin],
  } = world;
  const date = portal.cloud.now.toISOString().slice(0, 10);
  for (const query of combinations(partnerTypes, date))
    await send(
      world,
      () => portal.request(bankFiles.checkPartnerWithdrawal, admin, { query }),
      (hash, by) => portal.request(bankFiles.sendPartnerWithdrawal, by, { body: { ...query, pin, hash } }),
    );
  for (const programPaymentTypeId of [1, 2, 3]) {
    const params = { programPaymentTypeId, partnerId: '0', periodId: periodAt(date, -1) };
    await send(
      world,
      () => portal.request(bankFiles.checkFacilityDeposit, admin, { params }),
      (hash, by) => portal.request(bankFiles.sendFacilityDeposit, by, { params, body: { pin, hash } }),
    );
  }
  for (const query of combinations(memberTypes, date))
    await send(
      world,
      () => portal.request(bankFiles.checkMemberPayments, admin, { query }),
      (hash, by) => portal.request(bankFiles.sendMemberPayments, by, { body: { ...query, pin, hash } }),
    );
}

/** Sends what was checked; files above the limit need a second administrator. */
async function send(
  world: World,
  check: () => Promise<{
    status: number;
    body: { hash?: string; isAchUploadAvailable?: boolean } | undefined;
  }>,
  confirm: (hash: string, admin: User) => Promise<{ body: unknown }>,
): Promise<void> {
  const { portal, admins } = world;
  const { body } = await check();
  const { hash } = body ?? {};
  if (!body?.isAchUploadAvailable || !hash) return;
  const { body: first } = await confirm(hash, admins[0]);
  const needsSecond = (first as { jobId?: unknown } | undefined)?.jobId === null;
  if (needsSecond && portal.cloud.random() < 0.9) await confirm(hash, admins[1]);
  // both administrators send the same file
  else if (portal.cloud.random() < 0.1) await confirm(hash, admins[1]);
  await portal.work();
  if (portal.cloud.random() < 0.5) await resolveUnknown(world);
}
