import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

const nobody = { cookies: [], origins: [] };
// what a context cannot be freed from, and answers that its process may keep: it is not used twice
const lasting = new Set([
  'addInitScript',
  'exposeBinding',
  'exposeFunction',
  'grantPermissions',
  'route',
  'setExtraHTTPHeaders',
  'setGeolocation',
  'setOffline',
]);

/** Gives a context that knows nobody: one that was closed before, emptied, or a new one. */
export type TakeContext = (options?: BrowserContextOptions) => Promise<BrowserContext>;

/**
 * Contexts of one site that are used again, since a new one and the site's code in it cost three times what a page
 * costs. What a context stored is gone when it is taken again; each visit has a page of its own. A quiet page at
 * `anchor`, an address of the site without code, keeps the site's process alive meanwhile.
 */
export function contextPool(browser: Browser, anchor: string): TakeContext {
  const idle = new Map<string, BrowserContext[]>();
  return async ({ storageState = nobody, ...options } = {}) => {
    const key = JSON.stringify(options);
    const emptied = idle.get(key)?.pop();
    if (emptied) {
      await emptied.setStorageState(storageState);
      return emptied;
    }
    const context = await browser.newContext({ ...options, storageState });
    reuse(context, anchor, () => idle.set(key, [...(idle.get(key) ?? []), context]));
    return context;
  };
}

/** Tells of every call that leaves something behind. */
function watched<Part extends BrowserContext | Page>(part: Part, spend: () => void): Part {
  for (const name of lasting) {
    const method: unknown = Reflect.get(part, name);
    if (typeof method !== 'function') continue;
    Reflect.set(part, name, (...given: unknown[]): unknown => {
      spend();
      return Reflect.apply(method, part, given);
    });
  }
  return part;
}

/** Makes closing a context mean that it is kept for the next visit. */
function reuse(context: BrowserContext, anchor: string, keep: () => void): void {
  let isSpent = false;
  const spend = () => (isSpent = true);
  watched(context, spend);
  const [newPage, close] = [context.newPage.bind(context), context.close.bind(context)];
  context.newPage = async () => watched(await newPage(), spend);
  let quiet: Page | undefined;
  context.close = async () => {
    if (isSpent) return close();
    if (!quiet) {
      quiet = await newPage();
      await quiet.goto(anchor);
    }
    const visited = context.pages().filter((page) => page !== quiet);
    await Promise.all(visited.map((page) => page.close()));
    return keep();
  };
}
