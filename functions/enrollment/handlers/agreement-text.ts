import { isAbout } from '../../../shared/enrollment/electronic-consent.ts';
import { enrollment } from '../../../shared/contracts/enrollment.ts';
import { handle } from '../../handle.ts';
import { loadConsent, stateOf } from '../consent-store.ts';
import { policyHtml } from '../policy-html.ts';
import { wordsToSign } from '../words-to-sign.ts';

export const handler = handle(enrollment.agreementText, async ({ query, now }) => {
  const [{ words, hash, needsHealthConsent }, consent] = await Promise.all([
    wordsToSign(query, now),
    loadConsent(query),
  ]);
  return {
    ...stateOf(hash, isAbout(consent, hash) ? consent : undefined),
    html: policyHtml(words.sections),
    needsHealthConsent,
  };
});
