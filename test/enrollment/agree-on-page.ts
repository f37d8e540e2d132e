import type { Page } from 'playwright-core';

/** Returns the code at the top of the opened agreement. */
export const codeInViewer = (page: Page): Promise<string> =>
  page
    .getByRole('dialog')
    .getByText(/^\d{3} \d{3}$/)
    .innerText();

/** On the page of an agreement: opens it, types its code, agrees, and reads the words to their end. */
export async function agreeElectronically(page: Page): Promise<void> {
  const section = page.getByRole('region', { name: 'Signing electronically' });
  await section.getByRole('button', { name: 'Read the agreement' }).click();
  const code = await codeInViewer(page);
  await page.getByRole('button', { name: 'Done' }).click();
  await section.getByLabel('Code in the agreement').fill(code);
  await section.getByRole('button', { name: 'I agree to sign electronically' }).click();
  const words = page.getByRole('region', { name: /^Agreement, version [45]$/ });
  await words.waitFor();
  await words.evaluate((box) => {
    box.scrollIntoView();
    box.scrollTo(0, box.scrollHeight);
  });
  await page.getByText('You have read it to the end.').waitFor();
}
