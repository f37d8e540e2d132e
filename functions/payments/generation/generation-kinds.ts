import { normalized } from '../../table/entity.ts';
import { keys, lists } from '../../table/keys.ts';
import { rowKeysOfList } from '../../table/list-keys.ts';
import { pagesOfList } from '../../table/list.ts';
import { defineJob } from '../../jobs/job-kind.ts';
import { dueFacilityPayments, dueMemberPayments } from './due-payments.ts';
import { duesOfLeavers } from './dues-of-leavers.ts';
import { generationInput, type GenerationInput } from './generation.ts';
import type { GenerationKind } from './generation-kind.ts';
import { generationStep } from './generation-step.ts';
import { clubLinesOf, facilityPaymentsList, memberPaymentsList } from '../lists/payment-lists.ts';
import { partnerPrefix } from '../store.ts';
import { partnerGroup } from '../lists/totals.ts';

/** How many payments a preview reads at a time. */
const previewPage = 40;

const prefix = keys.payment('').pk;

async function* paymentIds(rowKeys: AsyncGenerator<string>): AsyncGenerator<string> {
  for await (const key of rowKeys) yield key.slice(prefix.length);
}

const firstPage = async <Value>(pages: AsyncGenerator<Value>, none: Value): Promise<Value> => {
  const { value, done } = await pages.next();
  return done ? none : value;
};

/** What clubs get: in one list with the other partners' clubs. */
export const facilityGeneration: GenerationKind = {
  due: dueFacilityPayments,
  existing: (input, partnerId, after) =>
    firstPage(
      clubLinesOf(
        facilityPaymentsList({ programPaymentTypeId: input.programPaymentTypeId, periodId: input.periodId }),
        partnerId,
        after,
        previewPage,
      ),
      { rows: [], cursor: null },
    ),
  existingIds: (input, partnerId) =>
    paymentIds(
      rowKeysOfList(
        facilityPaymentsList({ programPaymentTypeId: input.programPaymentTypeId, periodId: input.periodId }),
        'partner facilityNumber',
        normalized(partnerPrefix(partnerId)),
      ),
    ),
  group: (input, partnerId) => {
    const around = lists.facilityPayments(input.programPaymentTypeId, input.periodId);
    return { own: partnerGroup(around, partnerId), around };
  },
  subject: (input) => lists.facilityPayments(input.programPaymentTypeId, input.periodId),
};

/** What members pay or get: a list for each partner. */
export const memberGeneration: GenerationKind = {
  due: dueMemberPayments,
  undue: duesOfLeavers,
  existing: (input, partnerId, after) =>
    firstPage(
      pagesOfList(memberPaymentsList({ ...namesOf(input), partnerId }), 'memberFullName', {
        pageSize: previewPage,
        ...(after !== null && { after }),
      }),
      { rows: [], cursor: null },
    ),
  existingIds: (input, partnerId) =>
    paymentIds(rowKeysOfList(memberPaymentsList({ ...namesOf(input), partnerId }), 'memberFullName')),
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

export const facilityPaymentsJob = defineJob({
  input: generationInput,
  step: (given) => generationStep(facilityGeneration, given),
});

export const memberPaymentsJob = defineJob({
  input: generationInput,
  step: (given) => generationStep(memberGeneration, given),
});
