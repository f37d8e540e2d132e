import type { Page, Request } from 'playwright-core';

const underWay = new WeakMap<Page, Set<Request>>();

export function countRequests(page: Page): void {
  const requests = new Set<Request>();
  underWay.set(page, requests);
  page.on('request', (request) => requests.add(request));
  page.on('requestfinished', (request) => requests.delete(request));
  page.on('requestfailed', (request) => requests.delete(request));
}

/** Waits until a page with counted requests is idle. */
export async function settled(page: Page): Promise<void> {
  const requests = underWay.get(page);
  if (!requests) throw new Error('the requests of this page are not counted');
  for (let quiet = 0; quiet < 2;) {
    // pages in the background may never be idle
    await page.evaluate(
      () =>
        new Promise((rested) => requestIdleCallback(() => requestAnimationFrame(rested), { timeout: 500 })),
    );
    const waits = await page.locator('.skeleton-lines, .loading-page, [aria-busy=true]').count();
    quiet = requests.size === 0 && waits === 0 ? quiet + 1 : 0;
  }
}
