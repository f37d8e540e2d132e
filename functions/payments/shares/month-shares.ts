import { previousPeriod, type PeriodId } from '../../../shared/calendar.ts';
import type { Enrollment } from '../../../shared/enrollment/enrollment.ts';
import { decideShares } from '../../../shared/payments/facility-shares.ts';
import type { Shares } from '../../../shared/payments/share-group.ts';
import { enrollmentRecords, type ShareContext } from '../../../shared/payments/share-records.ts';
import { loadJob } from '../../jobs/store.ts';
import { activationsSince } from '../../members/activation-store.ts';
import { lists } from '../../table/keys.ts';
import type { GenerationKind } from '../generation/generation-cursor.ts';
import { loadTotals, partnerGroup } from '../lists/total-store.ts';
import { storedMembersOf } from '../reason-store.ts';
import { loadPayments } from '../store.ts';
import { membersById } from './counted-members.ts';
import type { FindShares } from './shares-store.ts';

/** Returns records that are loaded by ID, and the IDs of those that were looked up before they were loaded. */
function loadedBy<Value>(read: (ids: string[]) => Promise<ReadonlyMap<string, Value>>) {
  const loaded = new Map<string, Value | undefined>();
  const missing = new Set<string>();
  const get = (id: string): Value | undefined => {
    if (!loaded.has(id)) missing.add(id);
    return loaded.get(id);
  };
  const load = async (): Promise<void> => {
    const ids = [...missing];
    const values = await read(ids);
    for (const id of ids) loaded.set(id, values.get(id));
  };
  return { missing, get, load };
}

/**
 * Loads the records that decide the shares of a partner's payments, and returns the shares. Which records decide depends on
 * other records, so the decision is repeated with the records that it missed until none is missing. Payments are loaded
 * before members: most members need not be read once their payments are known.
 */
export async function monthShares(
  context: ShareContext,
  enrollments: readonly Enrollment[],
): Promise<Shares> {
  const payments = loadedBy(
    async (ids) => new Map((await loadPayments(ids)).map((payment) => [payment.id, payment])),
  );
  const paymentMembers = loadedBy((ids) => storedMembersOf(ids.flatMap((id) => payments.get(id) ?? [])));
  const generated = loadedBy((periods) => loadGenerated(context, periods));
  const members = loadedBy(membersById);
  const records = {
    ...context,
    ...enrollmentRecords(context, enrollments),
    activations: await activationsSince(context.partner.partner.id, previousPeriod(context.input.periodId)),
    payments,
    paymentMembers,
    generated,
    members,
  };
  const inOrder = [payments, paymentMembers, generated, members];
  for (;;) {
    for (const { missing } of inOrder) missing.clear();
    const shares = decideShares(records);
    const incomplete = inOrder.find(({ missing }) => missing.size > 0);
    if (!incomplete) return shares;
    await incomplete.load();
  }
}

/** Finds a month's generation by its facility payments or, without payments, by the scheduled job. */
async function wasGenerated({ partner, input, kind }: ShareContext, period: PeriodId): Promise<boolean> {
  const { programPaymentTypeId, paymentTypeId } = input;
  const list = partnerGroup(lists.facilityPayments(programPaymentTypeId, period), partner.partner.id);
  if (kind === 'facility' && (await loadTotals(list)).lines > 0) return true;
  const jobs = await Promise.all(
    ['ninth', 'first'].map((schedule) =>
      loadJob(`${kind}-${programPaymentTypeId}-${paymentTypeId}-${period}-${schedule}`),
    ),
  );
  return jobs.some((job) => job?.status === 'done');
}

const loadGenerated = async (
  context: ShareContext,
  periods: readonly PeriodId[],
): Promise<Map<PeriodId, boolean>> =>
  new Map(
    await Promise.all(periods.map(async (period) => [period, await wasGenerated(context, period)] as const)),
  );

export const emptyShares: FindShares = async () => new Map();

/** Returns the shares of a generation, or none for kinds that pay for a member as often as due. */
export const sharesOf = async (
  { isShared }: Pick<GenerationKind, 'isShared'>,
  { partner, input, now }: Omit<ShareContext, 'kind'>,
  enrollments: readonly Enrollment[],
): Promise<Shares> =>
  isShared && partner.groupMembership
    ? monthShares({ partner, input, now, kind: 'facility' }, enrollments)
    : new Map();
