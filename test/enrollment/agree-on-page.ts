import { buffer } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { codeIn } from './consent.ts';

/** On the page of an agreement: opens the PDF, types its code, agrees, and reads the words to their end. */
export async function agreeElectronically(page: Page): Promise<void> {
  const section = page.getByRole('region', { name: 'Signing electronically' });
  const [pdf] = await Promise.all([
    page.waitForEvent('download'),
    section.getByRole('button', { name: 'Open the agreement as a PDF' }).click(),
  ]);
  await section.getByLabel('Code in the PDF').fill(codeIn(await buffer(await pdf.createReadStream())));
  await section.getByRole('button', { name: 'I agree to sign electronically' }).click();
  const words = page.getByRole('region', { name: /^Agreement, version [45]$/ });
  await words.waitFor();
  await words.evaluate((box) => {
    box.scrollIntoView();
    box.scrollTo(0, box.scrollHeight);
  });
  await page.getByText('You have read it to the end.').waitFor();
}
