import type { Locator, Page } from 'playwright-core';

/** The agreement, which a page contains once. */
export const agreementOn = (page: Page): Locator =>
  page.getByRole('region', { name: /^Agreement, version [4-7]$/ });

/** Returns the code at the top of the opened agreement. */
export const codeInAgreement = (page: Page): Promise<string> =>
  agreementOn(page)
    .getByText(/^\d{3} \d{3}$/)
    .innerText();

/** On the page of an agreement: opens it, types its code, agrees, and reads the words to their end. */
export async function agreeElectronically(page: Page): Promise<void> {
  const section = page.getByRole('region', { name: 'Signing electronically' });
  await section.getByRole('button', { name: 'Read the agreement' }).click();
  await page.getByLabel('Code in the agreement').fill(await codeInAgreement(page));
  await page.getByRole('button', { name: 'I agree to sign electronically' }).click();
  const words = agreementOn(page);
  await words.waitFor();
  await words.evaluate((box) => {
    box.scrollIntoView();
    box.scrollTo(0, box.scrollHeight);
  });
  await page.getByText('You have read it to the end.').waitFor();
}
