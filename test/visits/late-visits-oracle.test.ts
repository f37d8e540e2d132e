import { expect, it, vi } from 'vitest';
import { setEnvironment } from '../simulation/environment.ts';

setEnvironment();

it(
  'pays the same cents over 144 months in whatever order clubs report and withdraw visits',
  { timeout: 300_000 },
  async () => {
    vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
    const { payAll } = await import('./late-visits-oracle.ts');
    const members = await payAll(1);
    expect(members.map(({ id, paid }) => [id, paid])).toEqual(
      members.map(({ id, expected }) => [id, expected]),
    );
    expect(members.every(({ paid }) => paid > 500_00)).toBe(true);
  },
);
