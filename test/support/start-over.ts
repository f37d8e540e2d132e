import { vi } from 'vitest';

declare global {
  // the environment of the run, before any test file changed it
  var environmentOfRun: NodeJS.ProcessEnv | undefined;
}

// Test files share a process, because loading the SDK and Playwright takes two seconds. Modules of the portal are loaded
// again for each file.
globalThis.environmentOfRun ??= { ...process.env };
for (const name of Object.keys(process.env))
  if (!(name in globalThis.environmentOfRun)) delete process.env[name];
Object.assign(process.env, globalThis.environmentOfRun);
Reflect.deleteProperty(globalThis, Symbol.for('wellport.local-queue'));
vi.restoreAllMocks();
vi.unstubAllGlobals();
vi.useRealTimers();
vi.resetModules();
