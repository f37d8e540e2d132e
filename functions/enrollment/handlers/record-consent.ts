import { withEvent, wordsChanged, wrongCode } from '../../../shared/enrollment/electronic-consent.ts';
import { enrollment } from '../../../shared/contracts/enrollment.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { handle } from '../../handle.ts';
import { loadConsent, saveConsent, stateOf } from '../consent-store.ts';
import { evidenceFrom } from '../evidence-from.ts';
import { signingCodes, wordsToSign } from '../words-to-sign.ts';

export const handler = handle(enrollment.recordConsent, async (context) => {
  const { body, caller, now } = context;
  const { memberId, facilityId, event, code = '' } = body;
  const { hash } = await wordsToSign(body, now);
  if (body.hash !== hash) throw new Refusal('conflict', wordsChanged);
  if (event === 'agreed' && !(await signingCodes(memberId, hash)).includes(code.replaceAll(/\s/g, '')))
    throw new Refusal('invalid', wrongCode, 'code');
  const before = await loadConsent(body);
  const after = withEvent(before, { memberId, facilityId, hash }, event, evidenceFrom(context));
  if (after !== before) await saveConsent(before, after, { event, who: caller.userId, now });
  return stateOf(hash, after);
});
