import type { ExtraFees } from '../../../shared/payments/partner-payment.ts';
import { facilityPayments } from '../../../shared/payments/payment.ts';
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
import { type GenerationInput, beginGeneration } from '../generation/generation.ts';
import type { PartnerScope } from '../../../shared/ids.ts';
import { payments } from '../../../shared/contracts/payments.ts';
import { handle } from '../../handle.ts';
import {
  hasFacilityPayments,
  hasMemberPayments,
  countOfPayments,
  partnerPaymentsList,
} from '../lists/payment-list-store.ts';
import { scheduledTime, type ScheduleEvent } from '../../platform/clock.ts';
import {
  closedMonthGenerations,
  currentMonthGenerations,
  duesGenerations,
} from '../generation/schedule-rows.ts';
import { beginPaycheckReleases, beginScheduled } from '../generation/scheduled-generation.ts';
import { withSettings } from '../../table/deployed-settings.ts';
import { lists } from '../../table/keys.ts';
import { programOfMembers, withProgram } from '../generation/program-of-members.ts';
import { feesOf } from '../../../shared/payments/generation-form.ts';
import { paymentOfPartner } from '../lists/payment-page-store.ts';
import { facilityGeneration, memberGeneration } from '../generation/generation-kinds.ts';
import { previewPayments, previewPartners } from '../generation/preview-generation.ts';

interface GenerationRequest {
  programPaymentTypeId: ProgramPaymentTypeId;
  paymentTypeId: number;
  partnerId: PartnerScope;
  periodId: string;
  fees?: ExtraFees | null;
}

/** Payment types by kind of generation. */
const typesOf = {
  partner: (program: ProgramPaymentTypeId) => partnerPaymentTypes[program],
  facility: () => [facilityPayments],
  member: (program: ProgramPaymentTypeId) => memberPaymentTypes[program],
};

/**
 * Validates a generation: the payment type fits the program, the month is offered, and a selected partner exists and has
 * a program of that type.
 */
async function checkedInput(
  kind: keyof typeof typesOf,
  request: GenerationRequest,
  now: Date,
): Promise<GenerationInput> {
  const { programPaymentTypeId, paymentTypeId, periodId, partnerId, fees = null } = request;
  if (!typesOf[kind](programPaymentTypeId).includes(paymentTypeId))
    throw new Refusal(
      'invalid',
      'This payment type does not match the program payment type.',
      'paymentTypeId',
    );
  mustBeOffered(programPaymentTypeId, paymentTypeId, periodId, now);
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

export const facilityPaymentsExistHandler = handle(payments.facilityPaymentsExist, async ({ query }) => ({
  doPaymentsExist: await hasFacilityPayments(query),
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
  async ({ body, caller, now, newId }) => {
    const request = { ...body, paymentTypeId: facilityPayments };
    const input = await checkedInput('facility', request, now);
    const list = lists.facilityPayments(input.programPaymentTypeId, input.periodId);
    return beginGeneration({ id: newId(), kind: 'facility payments', list, input }, caller, now);
  },
);

export const generateMemberPaymentsHandler = handle(
  payments.generateMemberPayments,
  async ({ body, caller, now, newId }) => {
    const programPaymentTypeId = await programOfMembers(body);
    const request = { ...body, programPaymentTypeId };
    const input = await checkedInput('member', request, now);
    // one generation at a time for all partners of a program payment type
    const list = lists.memberPayments(programPaymentTypeId, input.paymentTypeId, 'all', input.periodId);
    return beginGeneration({ id: newId(), kind: 'member payments', list, input }, caller, now);
  },
);

/** Generates the dues of the next month so that they can be collected on the 1st (spec 3 §1). */
export const generateNextDuesHandler = withSettings(async (event: ScheduleEvent = {}): Promise<void> => {
  await beginScheduled('twenty-fifth', duesGenerations, scheduledTime(event));
});

export const generatePartnerPaymentsHandler = handle(
  payments.generatePartnerPayments,
  async ({ body, caller, now, newId }) => {
    const fees = feesOf(body);
    const input = await checkedInput('partner', { ...body, fees }, now);
    const list = lists.partnerPayments(input.programPaymentTypeId, input.paymentTypeId, input.periodId);
    return beginGeneration({ id: newId(), kind: 'partner payments', list, input }, caller, now);
  },
);

export const memberPaymentsExistHandler = handle(payments.memberPaymentsExist, async ({ query }) => ({
  doPaymentsExist: await hasMemberPayments(await withProgram(query)),
}));

export const partnerPaymentsExistHandler = handle(payments.partnerPaymentsExist, async ({ query }) => {
  const of = {
    programPaymentTypeId: query.programPaymentTypeId,
    paymentTypeId: query.paymentTypeId,
    periodId: query.periodId,
  };
  const partnerId = query.partnerId;
  const doPaymentsExist =
    partnerId === 'all'
      ? (await countOfPayments(partnerPaymentsList(of))) > 0
      : (await paymentOfPartner(of, partnerId)) !== undefined;
  return { doPaymentsExist };
});

export const previewFacilityPaymentsHandler = handle(
  payments.previewFacilityPayments,
  async ({ query, now }) => {
    const request = { ...query, paymentTypeId: facilityPayments, periodId: query.periodId };
    return previewPayments(facilityGeneration, await checkedInput('facility', request, now), now);
  },
);

export const previewMemberPaymentsHandler = handle(payments.previewMemberPayments, async ({ query, now }) =>
  previewPayments(memberGeneration, await checkedInput('member', await withProgram(query), now), now),
);

export const previewPartnerPaymentsHandler = handle(
  payments.previewPartnerPayments,
  async ({ query, now }) => {
    const request = { ...query, periodId: query.periodId, fees: feesOf(query) };
    return previewPartners(await checkedInput('partner', request, now), now);
  },
);
