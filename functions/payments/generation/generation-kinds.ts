import { lists } from '../../table/keys.ts';
import { defineJob } from '../../jobs/job-kind.ts';
import { dueFacilityPayments, dueMemberPayments } from './due-payments.ts';
import { duesOfLeavers } from './dues-of-leavers.ts';
import { generationInput, type GenerationInput } from './generation.ts';
import { generationCursor, type GenerationKind } from './generation-cursor.ts';
import { generationStep } from './generation-step.ts';
import {
  facilityPaymentPages,
  facilityPaymentsList,
  idsOfFacilityPayments,
  idsOfMemberPayments,
  memberPaymentPages,
} from '../lists/payment-list-store.ts';
import { partnerGroup } from '../lists/total-store.ts';

const previewPage = 40;

const firstPage = async <Value>(pages: AsyncGenerator<Value>, none: Value): Promise<Value> => {
  const { value, done } = await pages.next();
  return done ? none : value;
};

/** Facility payments: one list for all partners. */
export const facilityGeneration: GenerationKind = {
  isShared: true,
  due: dueFacilityPayments,
  existing: (input, partnerId, after) =>
    firstPage(
      facilityPaymentPages(
        facilityPaymentsList({ programPaymentTypeId: input.programPaymentTypeId, periodId: input.periodId }),
        partnerId,
        after,
        previewPage,
      ),
      { rows: [], cursor: null },
    ),
  existingIds: (input, partnerId) =>
    idsOfFacilityPayments(
      facilityPaymentsList({ programPaymentTypeId: input.programPaymentTypeId, periodId: input.periodId }),
      partnerId,
    ),
  group: (input, partnerId) => {
    const around = lists.facilityPayments(input.programPaymentTypeId, input.periodId);
    return { own: partnerGroup(around, partnerId), around };
  },
  subject: (input) => lists.facilityPayments(input.programPaymentTypeId, input.periodId),
};

/** Member payments: one list per partner. */
export const memberGeneration: GenerationKind = {
  due: dueMemberPayments,
  undue: duesOfLeavers,
  existing: (input, partnerId, after) =>
    firstPage(memberPaymentPages({ ...namesOf(input), partnerId }, previewPage, after), {
      rows: [],
      cursor: null,
    }),
  existingIds: (input, partnerId) => idsOfMemberPayments({ ...namesOf(input), partnerId }),
  group: (input, partnerId) => ({
    own: lists.memberPayments(input.programPaymentTypeId, input.paymentTypeId, partnerId, input.periodId),
  }),
  subject: (input) =>
    lists.memberPayments(input.programPaymentTypeId, input.paymentTypeId, input.partnerId, input.periodId),
};

const namesOf = (input: GenerationInput) => ({
  programPaymentTypeId: input.programPaymentTypeId,
  paymentTypeId: input.paymentTypeId,
  periodId: input.periodId,
});

const generationJob = (kind: GenerationKind) =>
  defineJob({
    input: generationInput,
    cursor: generationCursor,
    // payments and stored state of a range belong to its generation
    step: (context) =>
      generationStep(kind, { ...context, jobId: context.input.generationId ?? context.jobId }),
  });

export const facilityPaymentsJob = generationJob(facilityGeneration);
export const memberPaymentsJob = generationJob(memberGeneration);
