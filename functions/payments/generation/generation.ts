import * as z from 'zod';
import type { WithdrawalLimits } from '../../../shared/accounts/next-withdrawal.ts';
import { mayBeDebited } from '../../../shared/bank-files/debit-authorization.ts';
import { isNeverLocked } from '../../../shared/bank-files/exclusion.ts';
import { dateInChicago } from '../../../shared/calendar.ts';
import { termsFor } from '../../../shared/group-memberships/terms-versions.ts';
import type { Member } from '../../../shared/members/member.ts';
import type { Partner } from '../../../shared/partners/partner.ts';
import type { PartnerGroupMembership } from '../../../shared/payments/due-payment.ts';
import { isReserved, pending, type Payment, type PaymentKind } from '../../../shared/payments/payment.ts';
import { areDuesLocked, generationLocked } from '../../../shared/payments/payment-calendar.ts';
import { programPaymentTypeId } from '../../../shared/programs.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { loadGroupMembership } from '../../group-memberships/store.ts';
import { beginJob } from '../../jobs/begin.ts';
import { isRunning } from '../../jobs/ranges.ts';
import { loadPartner, pageOfPartners } from '../../partners/store.ts';
import type { Caller } from '../../users/caller.ts';
import { storedPartnerScope } from '../../../shared/ids.ts';
import { wereSent } from '../lists/payment-list-store.ts';
import { generatedList, generationStarted, loadLastGeneration } from './generation-store.ts';

const fees = z.object({
  startupFee: z.int(),
  renewalFee: z.int(),
  facilityAccessFee: z.int(),
  oneTimeFee: z.int(),
  oneTimeFeeReason: z.string(),
});

/** The input of a generation for one partner or all partners of a program payment type. */
export const generationInput = z.object({
  programPaymentTypeId,
  paymentTypeId: z.int(),
  periodId: z.string(),
  partnerId: storedPartnerScope,
  fees: fees.nullable(),
  /** Leaves existing payments unchanged; set by scheduled generations. */
  onlyMissing: z.boolean(),
  /** For a range: the generation that its payments belong to. */
  generationId: z.string().optional(),
  /** For a range of partners: their IDs. */
  partnerIds: z.array(z.string()).optional(),
});
export type GenerationInput = z.output<typeof generationInput>;

interface Generation {
  id: string;
  kind: PaymentKind;
  input: GenerationInput;
  list?: string;
}

/**
 * Returns why dues of a month that is over are not added, or undefined if they are: some of the partner were sent to the
 * bank, so that missing ones can follow. For all partners, each is decided by itself unless none has dues that were sent.
 */
export async function duesLock(
  input: Pick<GenerationInput, 'programPaymentTypeId' | 'paymentTypeId' | 'periodId' | 'partnerId'>,
  now: Date,
): Promise<string | undefined> {
  const isLocked = areDuesLocked(input, dateInChicago(now)) && !(await wereSent(input));
  return isLocked ? generationLocked(input.periodId) : undefined;
}

/** Returns what may be withdrawn from a member, so that no withdrawal beyond it is promised. */
export async function withdrawalLimits(
  payments: readonly Payment[],
  { member, account }: { member: Member; account: WithdrawalLimits['account'] },
  now: Date,
): Promise<WithdrawalLimits> {
  const of = { member, account, today: dateInChicago(now) };
  const open = payments.filter(
    (payment) => payment.status === pending && !isReserved(payment) && !isNeverLocked(payment, of),
  );
  const locks = await Promise.all(open.map((payment) => duesLock(payment, now)));
  return {
    account,
    isDebitAllowed: (date) => mayBeDebited(account, date),
    locked: new Set(open.filter((_, index) => locks[index] !== undefined).map(({ id }) => id)),
  };
}

/** Starts a generation as a job. Refuses ('conflict') while the same list is being generated. */
export async function beginGeneration(
  { id, kind, input, list = generatedList(kind, input) }: Generation,
  caller: Pick<Caller, 'userId'>,
  now: Date,
) {
  const before = await loadLastGeneration(list);
  const busy = new Refusal(
    'conflict',
    'These payments are already being generated. Wait until the generation is done.',
  );
  if (before && before.jobId !== id && (await isRunning(before.jobId))) throw busy;
  return beginJob(
    {
      id,
      kind: `${kind} payments`,
      input,
      total: 0,
      message: 'Preparing payments.',
      tally: { added: 0, changed: 0, removed: 0, kept: 0 },
      ...(input.partnerId !== 'all' && { partnerId: input.partnerId }),
    },
    caller,
    now,
    generationStarted(before, { list, jobId: id }, busy),
  );
}

async function withGroupMembership(
  partner: Partner,
  input: GenerationInput,
): Promise<PartnerGroupMembership> {
  const program = await loadGroupMembership(partner.id);
  const isOfType = program?.programPaymentTypeId === input.programPaymentTypeId;
  return { partner, groupMembership: isOfType ? termsFor(program, input.periodId) : undefined };
}

export const loadPartnerGroupMembership = async (
  id: string,
  input: GenerationInput,
): Promise<PartnerGroupMembership> => withGroupMembership(await loadPartner(id), input);

/** Returns the next partners of a generation: the selected one, or all in list order. */
export async function partnersFrom(
  input: GenerationInput,
  after: string | null,
  count: number,
): Promise<{ partners: PartnerGroupMembership[]; next: string | null }> {
  if (input.partnerId !== 'all')
    return { partners: [await loadPartnerGroupMembership(input.partnerId, input)], next: null };
  if (input.partnerIds) return partnersOfRange(input, input.partnerIds, after, count);
  const { rows, cursor } = await pageOfPartners(after, count);
  return {
    partners: await Promise.all(rows.map((partner) => withGroupMembership(partner, input))),
    next: cursor,
  };
}

async function partnersOfRange(
  input: GenerationInput,
  ids: readonly string[],
  after: string | null,
  count: number,
): Promise<{ partners: PartnerGroupMembership[]; next: string | null }> {
  const start = after === null ? 0 : ids.indexOf(after) + 1;
  const some = ids.slice(start, start + count);
  return {
    partners: await Promise.all(some.map((id) => loadPartnerGroupMembership(id, input))),
    next: start + count < ids.length ? (some.at(-1) ?? null) : null,
  };
}
