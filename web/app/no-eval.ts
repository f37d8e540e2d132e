/**
 * Disables zod's schema compiler, which the content security policy blocks and which zod would try once on every page.
 * Zod reads this name on load, so import this module before any module that imports zod.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
