import { facilityPayments, type PaymentKind } from '../../../shared/payments/payment.ts';
import {
  memberPaymentTypes,
  mustBeOffered,
  partnerPaymentTypes,
} from '../../../shared/payments/payment-types.ts';
import type { ProgramPaymentTypeId } from '../../../shared/programs.ts';
import { requirePeriodAllowed, requireStartupFeeAllowed } from '../../../shared/settings/feature-flags.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { loadGroupMembership } from '../../group-memberships/store.ts';
import { loadPartner } from '../../partners/store.ts';
import { loadFeatureFlags } from '../../settings/store.ts';
import { type GenerationInput, beginGeneration, duesLock } from '../generation/generation.ts';
import type { PartnerScope } from '../../../shared/ids.ts';
import { payments } from '../../../shared/contracts/payments.ts';
import { handle } from '../../handle.ts';
import { countOfMemberPayments, countOfPayments } from '../lists/payment-list-store.ts';
import { scheduledTime, type ScheduleEvent } from '../../platform/clock.ts';
import {
  closedMonthGenerations,
  currentMonthGenerations,
  duesGenerations,
} from '../generation/schedule-rows.ts';
import { beginPaycheckReleases, beginScheduled } from '../generation/scheduled-generation.ts';
import { withSettings } from '../../table/deployed-settings.ts';
import type { Caller } from '../../users/caller.ts';
import { withProgram } from '../generation/program-of-members.ts';
import { feesOf } from '../../../shared/payments/generation-form.ts';
import { facilityGeneration, memberGeneration } from '../generation/generation-kinds.ts';
import { previewPayments, previewPartners } from '../generation/preview-generation.ts';

type GenerationRequest = Parameters<typeof feesOf>[0] &
  Pick<GenerationInput, 'programPaymentTypeId' | 'paymentTypeId' | 'periodId'> & { partnerId: PartnerScope };

/** Payment types by kind of generation. */
const typesOf: Record<PaymentKind, (program: ProgramPaymentTypeId) => readonly number[]> = {
  partner: (program) => partnerPaymentTypes[program],
  facility: () => [facilityPayments],
  member: (program) => memberPaymentTypes[program],
};

/**
 * Validates a generation: the payment type fits the program, the month is offered, and a selected partner exists and has
 * a program of that type.
 */
async function checkedInput(
  kind: PaymentKind,
  request: GenerationRequest,
  now: Date,
): Promise<GenerationInput> {
  const { programPaymentTypeId, paymentTypeId, periodId, partnerId } = request;
  const fees = feesOf(request);
  if (!typesOf[kind](programPaymentTypeId).includes(paymentTypeId))
    throw new Refusal(
      'invalid',
      'This payment type does not match the program payment type.',
      'paymentTypeId',
    );
  mustBeOffered(programPaymentTypeId, paymentTypeId, periodId, now);
  const locked = await duesLock(request, now);
  if (locked !== undefined) throw new Refusal('invalid', locked, 'periodId');
  const flags = await loadFeatureFlags();
  requirePeriodAllowed(flags, paymentTypeId, periodId, now);
  requireStartupFeeAllowed(flags, fees?.startupFee);
  if (partnerId !== 'all') {
    const partner = await loadPartner(partnerId);
    if ((await loadGroupMembership(partnerId))?.programPaymentTypeId !== programPaymentTypeId)
      throw new Refusal(
        'invalid',
        `${partner.name} has no program of this program payment type.`,
        'partnerId',
      );
  }
  return { programPaymentTypeId, paymentTypeId, periodId, partnerId, fees, onlyMissing: false };
}

const begin = async (
  kind: PaymentKind,
  request: GenerationRequest,
  { caller, now, newId }: { caller: Caller; now: Date; newId: () => string },
) => beginGeneration({ id: newId(), kind, input: await checkedInput(kind, request, now) }, caller, now);

const ofFacilities = <Request extends object>(request: Request) => ({
  ...request,
  paymentTypeId: facilityPayments,
});

export const facilityPaymentsExistHandler = handle(payments.facilityPaymentsExist, async ({ query }) => ({
  doPaymentsExist: (await countOfPayments('facility', ofFacilities(query))) > 0,
}));

/** Generates the payments of the month that has just closed, the day after the clubs' deadline. */
export const generateClosedMonthHandler = withSettings(async (event: ScheduleEvent = {}): Promise<void> => {
  await beginScheduled('ninth', closedMonthGenerations, scheduledTime(event));
  await beginPaycheckReleases(scheduledTime(event));
});

/** Generates the partner payments of the new month and missing dues (spec 3 §1). */
export const generateCurrentMonthHandler = withSettings(async (event: ScheduleEvent = {}): Promise<void> => {
  await beginScheduled('first', [...currentMonthGenerations, ...duesGenerations], scheduledTime(event));
});

export const generateFacilityPaymentsHandler = handle(
  payments.generateFacilityPayments,
  ({ body, ...context }) => begin('facility', ofFacilities(body), context),
);

export const generateMemberPaymentsHandler = handle(
  payments.generateMemberPayments,
  async ({ body, ...context }) => begin('member', await withProgram(body), context),
);

/** Generates the dues of the next month so that they can be collected on the 1st (spec 3 §1). */
export const generateNextDuesHandler = withSettings(async (event: ScheduleEvent = {}): Promise<void> => {
  await beginScheduled('twenty-fifth', duesGenerations, scheduledTime(event));
});

export const generatePartnerPaymentsHandler = handle(
  payments.generatePartnerPayments,
  ({ body, ...context }) => begin('partner', body, context),
);

export const memberPaymentsExistHandler = handle(payments.memberPaymentsExist, async ({ query, now }) => {
  const which = await withProgram(query);
  const [count, locked] = await Promise.all([countOfMemberPayments(which), duesLock(which, now)]);
  return { doPaymentsExist: count > 0, locked };
});

export const partnerPaymentsExistHandler = handle(payments.partnerPaymentsExist, async ({ query }) => ({
  doPaymentsExist: (await countOfPayments('partner', query)) > 0,
}));

export const previewFacilityPaymentsHandler = handle(
  payments.previewFacilityPayments,
  async ({ query, now }) =>
    previewPayments(facilityGeneration, await checkedInput('facility', ofFacilities(query), now), now),
);

export const previewMemberPaymentsHandler = handle(payments.previewMemberPayments, async ({ query, now }) =>
  previewPayments(memberGeneration, await checkedInput('member', await withProgram(query), now), now),
);

export const previewPartnerPaymentsHandler = handle(payments.previewPartnerPayments, async ({ query, now }) =>
  previewPartners(await checkedInput('partner', query, now), now),
);
