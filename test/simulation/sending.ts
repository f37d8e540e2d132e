import { bankFiles } from '../../shared/contracts/bank-files.ts';
import type { User } from '../../functions/users/user.ts';
import type { Payment } from '../../shared/payments/payment.ts';
import { correct, decide } from './administrators.ts';
import { resolveUnknown } from './bank-cases.ts';
import { periodAt } from './generated.ts';
import { fail } from './violation.ts';
import { pin, type World } from './world.ts';

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

/**
 * An administrator checks every kind of payments that may be due and sends what the portal offers. If `interferes`, another
 * one sometimes corrects or decides about a payment of the file in the meantime.
 */
export async function sendDuePayments(world: World, { interferes }: { interferes: boolean }): Promise<void> {
  const {
    portal,
    admins: [admin],
  } = world;
  const date = portal.cloud.now.toISOString().slice(0, 10);
  const of = (group: Pick<Payment, 'kind' | 'paymentTypeId' | 'periodId'>) =>
    interferes
      ? ({ kind, paymentTypeId, periodId }: Payment) =>
          kind === group.kind && paymentTypeId === group.paymentTypeId && periodId === group.periodId
      : undefined;
  for (const query of combinations(partnerTypes, date))
    await send(
      world,
      (checked) =>
        portal.request(bankFiles.checkPartnerWithdrawal, admin, { query: { ...query, ...checked } }),
      (hash, by) => portal.request(bankFiles.sendPartnerWithdrawal, by, { body: { ...query, pin, hash } }),
      of({ kind: 'partner', paymentTypeId: query.paymentTypeID, periodId: query.periodID }),
    );
  for (const programPaymentTypeId of [1, 2, 3]) {
    const params = { programPaymentTypeId, partnerId: '0', periodId: periodAt(date, -1) };
    await send(
      world,
      (query) => portal.request(bankFiles.checkFacilityDeposit, admin, { params, query }),
      (hash, by) => portal.request(bankFiles.sendFacilityDeposit, by, { params, body: { pin, hash } }),
      of({ kind: 'facility', paymentTypeId: 3, periodId: params.periodId }),
    );
  }
  for (const query of combinations(memberTypes, date))
    await send(
      world,
      (checked) => portal.request(bankFiles.checkMemberPayments, admin, { query: { ...query, ...checked } }),
      (hash, by) => portal.request(bankFiles.sendMemberPayments, by, { body: { ...query, pin, hash } }),
      of({ kind: 'member', paymentTypeId: query.paymentTypeID, periodId: query.periodID }),
    );
}

/** Sends what was checked; files above the limit need a second administrator. */
async function send(
  world: World,
  check: (checked: { jobId?: string }) => Promise<{
    status: number;
    body:
      | { hash?: string; errorMessage?: string | null; isAchUploadAvailable?: boolean; jobId?: string | null }
      | undefined;
  }>,
  confirm: (hash: string, admin: User) => Promise<{ body: unknown }>,
  isInFile: ((payment: Payment) => boolean) | undefined,
): Promise<void> {
  const { portal, admins } = world;
  const { cloud } = portal;
  let { body } = await check({});
  // a job reads the payments of large files
  if (body?.jobId) {
    await portal.work();
    ({ body } = await check({ jobId: body.jobId }));
  }
  const { hash, errorMessage } = body ?? {};
  if (errorMessage?.includes('would reject')) fail(errorMessage);
  if (!body?.isAchUploadAvailable || !hash) return;
  const { body: first } = await confirm(hash, admins[0]);
  const needsSecond = (first as { jobId?: unknown } | undefined)?.jobId === null;
  if (needsSecond && cloud.random() < 0.9) await confirm(hash, admins[1]);
  // both administrators send the same file
  else if (cloud.random() < 0.1) await confirm(hash, admins[1]);
  const interfere = async () => {
    await cloud.waitForCalls(40);
    const inFile = (payment: Payment) => (isInFile?.(payment) ?? false) && payment.bankFileId !== null;
    const isReserved = () =>
      [...world.observed.payments.values()].some(
        (payment) => (payment.status === 0 || payment.status === 3) && inFile(payment),
      );
    // often about a payment that is reserved for the file
    for (let calls = cloud.random() < 0.5 ? 0 : 200; calls > 0 && !isReserved(); calls--)
      await cloud.waitForCalls(2);
    const chosen = isReserved() ? inFile : isInFile;
    await (cloud.random() < 0.4 ? correct(world, chosen) : decide(world, chosen));
  };
  const interferes = isInFile !== undefined && cloud.random() < 0.3;
  // before the worker begins, or between its steps
  if (interferes && cloud.random() < 0.5) await interfere();
  await cloud.concurrently([() => portal.work(), ...(interferes ? [interfere] : [])]);
  // while the delivery of the file is unknown
  if (isInFile !== undefined && cloud.random() < 0.3)
    await decide(world, (payment) => isInFile(payment) && payment.bankFileId !== null);
  if (cloud.random() < 0.5) await resolveUnknown(world);
}
