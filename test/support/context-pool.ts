import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { emptyStorage, type StoredState } from './page-storage.ts';
import { resize } from './resize.ts';

const nobody = { cookies: [], origins: [] };
const desk = { width: 1366, height: 900 };
// methods whose effects cannot be removed: such a context is not reused
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

export type TakeContext = (options?: BrowserContextOptions) => Promise<BrowserContext>;

export interface ContextPoolOptions {
  /** An address of the site without code, where idle pages wait. */
  anchor: string;
  prepare?: (context: BrowserContext) => Promise<unknown>;
}

/**
 * Reuses browser contexts with their first page: a new page costs as much as loading the site, a new context twice as
 * much. Storage is cleared on reuse.
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
      const created = reuse(context, page, anchor, () => idle.set(key, [...(idle.get(key) ?? []), created]));
      return created;
    }
  };
}

type Look = Required<Pick<BrowserContextOptions, 'viewport' | 'colorScheme' | 'reducedMotion'>>;
interface Reused {
  context: BrowserContext;
  begin: (look: Look, stored: StoredState) => Promise<void>;
}

function watched<Part extends BrowserContext | Page>(part: Part, spend: () => void): Part {
  for (const name of lasting) {
    const method: unknown = Reflect.get(part, name);
    if (typeof method !== 'function') continue;
    Reflect.set(part, name, (...values: unknown[]): unknown => {
      spend();
      return Reflect.apply(method, part, values);
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

/** Records listeners of a page; returns a function that removes them. */
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
  if (viewport) await resize(page, viewport);
  await page.emulateMedia({ media: null, ...media });
}

/** Returns the context to the pool when it is closed. */
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
      // the page was navigating
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
