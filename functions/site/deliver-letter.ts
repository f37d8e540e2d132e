import type { Letter } from '../../shared/site/letter.ts';
import { mustBeSolved } from '../platform/captcha.ts';
import { sendMail } from '../platform/mail.ts';
import { loadFeatureFlags } from '../settings/store.ts';
import { mustHaveLetterLeft } from './letter-count-store.ts';
import { letterMail } from './letter-mail.ts';
import { sendOnce } from './send-once.ts';

interface Delivery {
  /** See `nameSubmission`. */
  submission: string;
  header: (name: string) => string | undefined;
  /** Where the visitor writes from (functions/platform/source.ts). */
  source: string;
  now: Date;
}

/** Brings a visitor's letter to its desk, once; with captchas on, only for somebody who solved one. */
export async function deliverLetter(
  letter: Letter,
  { submission, header, source, now }: Delivery,
): Promise<void> {
  const { useCaptcha } = await loadFeatureFlags();
  if (useCaptcha) await mustBeSolved(header('g-recaptcha-response'), submission, now);
  await sendOnce(submission, now, async () => {
    await mustHaveLetterLeft(source, now);
    await sendMail(letterMail(letter));
  });
}
