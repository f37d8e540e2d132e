import { vi } from 'vitest';
import { cognito } from '../../functions/platform/user-pool.ts';

/** Makes the next user pool command of this name fail. */
export function failOnce(command: string): void {
  const send = Reflect.get(cognito, 'send').bind(cognito);
  const spy = vi.spyOn(cognito, 'send').mockImplementation((given) => {
    if (given.constructor.name !== command) return send(given);
    spy.mockRestore();
    throw new Error('the pool is unavailable');
  });
}
