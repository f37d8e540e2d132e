import type { BrowserContextOptions, Page } from 'playwright-core';

export type StoredState = Exclude<BrowserContextOptions['storageState'], string | undefined>;

/** Replaces the stored data of the page’s site. Playwright’s own call opens another page, as slow as a visit. */
export async function emptyStorage(page: Page, { cookies, origins }: StoredState): Promise<void> {
  const context = page.context();
  await context.clearCookies();
  if (cookies.length > 0) await context.addCookies(cookies);
  const { origin } = new URL(page.url());
  const other = origins.find((candidate) => candidate.origin !== origin);
  if (other) throw new Error(`this page cannot store for ${other.origin}`);
  await page.evaluate(
    async (items) => {
      sessionStorage.clear();
      localStorage.clear();
      for (const { name, value } of items) localStorage.setItem(name, value);
      const databases = (await indexedDB.databases()).map(
        ({ name = '' }) =>
          new Promise<void>((gone, failed) => {
            const iDBOpenDBRequest = indexedDB.deleteDatabase(name);
            iDBOpenDBRequest.addEventListener('success', () => gone());
            iDBOpenDBRequest.addEventListener('error', () => failed(iDBOpenDBRequest.error));
          }),
      );
      const workers = (await navigator.serviceWorker.getRegistrations()).map((registration) =>
        registration.unregister(),
      );
      const remaining = (await caches.keys()).map((name) => caches.delete(name));
      await Promise.all<unknown>([...databases, ...workers, ...remaining]);
    },
    origins.flatMap(({ localStorage }) => localStorage),
  );
}
