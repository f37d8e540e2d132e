import { enrollment } from '../../../shared/contracts/enrollment.ts';
import { pdfType } from '../../../shared/media-types.ts';
import { handle } from '../../handle.ts';
import { previewPdf } from '../preview-pdf.ts';
import { displayedCode, wordsToSign } from '../words-to-sign.ts';

export const handler = handle(enrollment.agreementPreview, async ({ query, now }) => {
  const { words, hash } = await wordsToSign(query, now);
  const code = await displayedCode(query.memberId, hash);
  return { name: 'Agreement to read.pdf', type: pdfType, bytes: await previewPdf(words, code, now) };
});
