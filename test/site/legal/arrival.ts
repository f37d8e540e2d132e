import type { Page } from 'playwright-core';
import { expect } from 'vitest';

export async function wear(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
}

export const topOf = (page: Page, anchor: string) =>
  page.locator(`[id="${anchor}"]`).evaluate((heading) => ({
    top: heading.getBoundingClientRect().top,
    atEnd: window.scrollY + window.innerHeight >= document.documentElement.scrollHeight - 2,
    focused: heading === document.activeElement,
  }));

export async function expectArrivedAt(page: Page, anchor: string): Promise<void> {
  await expect
    .poll(
      async () => {
        const { top, atEnd } = await topOf(page, anchor);
        return top >= 64 && (top < 150 || (atEnd && top < 880));
      },
      { message: anchor, timeout: 5000 },
    )
    .toBe(true);
}
