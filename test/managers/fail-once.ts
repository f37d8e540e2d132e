import { vi } from 'vitest';
import { cognito } from '../../functions/platform/user-pool.ts';

export function failOnce(command: string): void {
  const send = Reflect.get(cognito, 'send').bind(cognito);
  const spy = vi.spyOn(cognito, 'send').mockImplementation((given) => {
    if (given.constructor.name !== command) return send(given);
    spy.mockRestore();
    throw new Error('the pool is unavailable');
  });
}
