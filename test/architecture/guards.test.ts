import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { guards, withoutGuard } from '../support/guards/guards.ts';

it('lists at least 60 guards that are in their files, each with an existing test', () => {
  expect(guards.length).toBeGreaterThanOrEqual(60);
  for (const guard of guards) {
    const { file, code, test } = guard;
    expect(withoutGuard(readFileSync(file, 'utf8'), guard), `${file}: ${code}`).toBeDefined();
    expect(existsSync(test[0] ?? ''), test[0]).toBe(true);
  }
});
