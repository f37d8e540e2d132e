import { agreementWords } from '../../../shared/enrollment/agreement-text.ts';
import { enrollment } from '../../../shared/contracts/enrollment.ts';
import { programPaymentTypeId } from '../../../shared/programs.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { findFacilityByAgreementNumber } from '../../facilities/store.ts';
import { handle } from '../../handle.ts';
import { policyHtml } from '../policy-html.ts';

export const handler = handle(enrollment.policies, async ({ query }) => {
  const type = programPaymentTypeId.parse(query.programPaymentType);
  const { facilityAFNumber: number = '', documentAgreementVersion } = query;
  const facility = number === '' ? undefined : await findFacilityByAgreementNumber(number);
  const words = agreementWords(documentAgreementVersion, type, facility);
  if (!words) throw new Refusal('not-found', 'There is no agreement of this version.');
  return policyHtml(words.sections);
});
