import type { ExtraFees } from '../../../shared/payments/partner-payment.ts';
import { facilityPayments } from '../../../shared/payments/payment-status.ts';
import {
  memberPaymentTypes,
  mustBeOffered,
  partnerPaymentTypes,
} from '../../../shared/payments/payment-types.ts';
import type { ProgramPaymentTypeId } from '../../../shared/programs.ts';
import { requirePeriodAllowed, requireStartupFeeAllowed } from '../../../shared/settings/flag-rules.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { loadGroupMembership } from '../../group-memberships/store.ts';
import { loadPartner } from '../../partners/store.ts';
import { loadFeatureFlags } from '../../settings/store.ts';
import type { GenerationInput } from './generation.ts';
import { type PartnerScope } from '../../../shared/ids.ts';

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
export async function checkedInput(
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
