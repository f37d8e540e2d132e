import { enrollment } from '../../../shared/contracts/enrollment.ts';
import { handle } from '../../handle.ts';
import { policyHtml } from '../policy-html.ts';
import { displayedCode, wordsToSign } from '../words-to-sign.ts';

export const handler = handle(enrollment.agreementToRead, async ({ query, now }) => {
  const { words, hash } = await wordsToSign(query, now);
  return {
    title: `${words.title}, version ${words.version}, not signed`,
    code: await displayedCode(query.memberId, hash),
    html: policyHtml(words.sections),
  };
});
