import type { Locator, Page } from 'playwright-core';

export const onClick = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('button', { name, exact: true }).click();

export async function fill(within: Page | Locator, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await within.locator(`[name="${name}"]`).fill(value);
}
