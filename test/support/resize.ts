import type { Page } from 'playwright-core';

/**
 * Resizes the window and waits until the page is rendered for its new size: tables become cards after a media query
 * changes, in the next frame.
 */
export async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size);
  await page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );
}
