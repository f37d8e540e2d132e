import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

const nobody = { cookies: [], origins: [] };
const desk = { width: 1366, height: 900 };
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

export interface ContextPoolOptions {
  /** An address of the site without code: a quiet page there keeps the site's process alive between two visits. */
  anchor: string;
  /** What every context has from its beginning, for every visit. */
  prepare?: (context: BrowserContext) => Promise<unknown>;
}

/**
 * Contexts of one site that are used again, since a new one and the site's code in it cost three times what a page
 * costs. What a context stored is gone when it is taken again; each visit has a page of its own, of its own size and
 * colors.
 */
export function contextPool(browser: Browser, { anchor, prepare }: ContextPoolOptions): TakeContext {
  const idle = new Map<string, Reused[]>();
  return async ({
    storageState = nobody,
    viewport = desk,
    colorScheme = 'light',
    reducedMotion = 'reduce',
    ...options
  } = {}) => {
    const look = { viewport, colorScheme, reducedMotion };
    const key = JSON.stringify(options);
    const emptied = idle.get(key)?.pop();
    if (emptied) {
      emptied.setLook(look);
      await emptied.context.setStorageState(storageState);
      return emptied.context;
    }
    const context = await browser.newContext({ ...options, ...look, storageState });
    await prepare?.(context);
    const reused = reuse(context, anchor, () => idle.set(key, [...(idle.get(key) ?? []), reused]));
    return context;
  };
}

type Look = Pick<BrowserContextOptions, 'viewport' | 'colorScheme' | 'reducedMotion'>;
interface Reused {
  context: BrowserContext;
  /** How the pages of the next visit look. */
  setLook: (look: Look) => void;
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
function reuse(context: BrowserContext, anchor: string, keep: () => void): Reused {
  let isSpent = false;
  let look: Look | undefined;
  let quiet: Page | undefined;
  const spend = () => (isSpent = true);
  watched(context, spend);
  const [newPage, close] = [context.newPage.bind(context), context.close.bind(context)];
  context.newPage = async () => {
    const page = watched(await newPage(), spend);
    if (look) {
      const { viewport, ...media } = look;
      if (viewport) await page.setViewportSize(viewport);
      await page.emulateMedia(media);
    }
    return page;
  };
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
  return { context, setLook: (next) => (look = next) };
}
