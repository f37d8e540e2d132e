/**
 * Schemas are read, not compiled: the site's content security policy forbids making code from text, and zod would try
 * it once on every page. Imported before anything that may bring zod; its own name for this, read when it is loaded.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
