import { vi } from 'vitest';

declare global {
  // what the run gave this process, before any test file set something of its own
  var environmentOfRun: NodeJS.ProcessEnv | undefined;
}

// Test files share a process, since loading the SDK and the browser's driver again would cost each of them two seconds.
// The portal's own modules are loaded again for each file, and nothing that one set reaches the next.
globalThis.environmentOfRun ??= { ...process.env };
for (const name of Object.keys(process.env))
  if (!(name in globalThis.environmentOfRun)) delete process.env[name];
Object.assign(process.env, globalThis.environmentOfRun);
// the local queue of jobs, which a file may have begun
Reflect.deleteProperty(globalThis, Symbol.for('wellport.local-queue'));
vi.restoreAllMocks();
vi.unstubAllGlobals();
vi.useRealTimers();
vi.resetModules();
