const forgetters: (() => void)[] = [];

/** Registers how a module forgets the data that it keeps between invocations. */
export const onNewProcess = (forget: () => void): void => void forgetters.push(forget);

/** Forgets the data that all loaded modules keep, as a new process has none; for tests of restarts. */
export function beginNewProcess(): void {
  for (const forget of forgetters) forget();
}
