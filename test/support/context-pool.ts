import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { emptyStorage, type StoredState } from './page-storage.ts';

const nobody = { cookies: [], origins: [] };
const desk = { width: 1366, height: 900 };
// what a context cannot be freed from, and answers that its process may keep: it is not used twice
const lasting = new Set([
  'addInitScript',
  'exposeBinding',
  'exposeFunction',
  'grantPermissions',
  'newCDPSession',
  'route',
  'setDefaultTimeout',
  'setExtraHTTPHeaders',
  'setGeolocation',
  'setOffline',
]);

/** Gives a context that knows nobody: one that was closed before, emptied, or a new one. */
export type TakeContext = (options?: BrowserContextOptions) => Promise<BrowserContext>;

export interface ContextPoolOptions {
  /** An address of the site without code, where a page waits for its next visit. */
  anchor: string;
  /** What every context has from its beginning, for every visit. */
  prepare?: (context: BrowserContext) => Promise<unknown>;
}

/**
 * Contexts of one site that are used again with their first page, since a new page costs as much as the site in it, and
 * a new context twice as much. What they stored is gone when they are taken again; each visit has its own size and
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
    if (typeof storageState === 'string') throw new Error('a file of stored things is not read here');
    const look = { viewport, colorScheme, reducedMotion };
    const key = JSON.stringify(options);
    const reused = idle.get(key)?.pop() ?? (await begin());
    await reused.begin(look, storageState);
    return reused.context;

    async function begin(): Promise<Reused> {
      const context = await browser.newContext({ ...options, ...look });
      await prepare?.(context);
      const page = await context.newPage();
      await page.goto(anchor);
      const made = reuse(context, page, anchor, () => idle.set(key, [...(idle.get(key) ?? []), made]));
      return made;
    }
  };
}

type Look = Required<Pick<BrowserContextOptions, 'viewport' | 'colorScheme' | 'reducedMotion'>>;
interface Reused {
  context: BrowserContext;
  /** Empties what the last visit stored, puts this in its place, and says how the pages of the next visit look. */
  begin: (look: Look, stored: StoredState) => Promise<void>;
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
  const { clock } = part;
  Object.defineProperty(part, 'clock', {
    get: () => {
      spend();
      return clock;
    },
  });
  return part;
}

/** Remembers who listens to a page from now on; gives what lets them go. */
function listenersOf(page: Page): () => void {
  type Listener = (...told: unknown[]) => void;
  interface Emitter {
    on: (event: string, listener: Listener) => unknown;
    off: (event: string, listener: Listener) => unknown;
  }
  const emitter: Emitter = page as unknown as Emitter;
  const heard: [string, Listener][] = [];
  const on = emitter.on.bind(page);
  emitter.on = (event, listener) => {
    heard.push([event, listener]);
    return on(event, listener);
  };
  return () => {
    for (const [event, listener] of heard.splice(0)) emitter.off(event, listener);
  };
}

async function setLook(page: Page, { viewport, ...media }: Look): Promise<void> {
  if (viewport) await page.setViewportSize(viewport);
  await page.emulateMedia({ media: null, ...media });
}

/** Makes closing a context mean that it is kept for the next visit, with its page waiting at the anchor. */
function reuse(context: BrowserContext, first: Page, anchor: string, keep: () => void): Reused {
  let isSpent = false;
  let isTaken = false;
  let look: Look | undefined;
  const spend = () => (isSpent = true);
  watched(context, spend);
  watched(first, spend);
  const forget = listenersOf(first);
  const [newPage, close] = [context.newPage.bind(context), context.close.bind(context)];
  context.newPage = async () => {
    if (!isTaken) {
      isTaken = true;
      return first;
    }
    const page = watched(await newPage(), spend);
    if (look) await setLook(page, look);
    return page;
  };
  context.close = async () => {
    if (isSpent || first.isClosed()) return close();
    forget();
    const others = context.pages().filter((page) => page !== first);
    await Promise.all(others.map((page) => page.close()));
    try {
      await first.goto(anchor);
    } catch {
      // it was on its way elsewhere
      return close();
    }
    return keep();
  };
  return {
    context,
    begin: async (next, stored) => {
      [look, isTaken] = [next, false];
      await setLook(first, next);
      await emptyStorage(first, stored);
    },
  };
}
