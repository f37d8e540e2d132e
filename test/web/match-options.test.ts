import { describe, expect, it } from 'vitest';
import { states } from '../../shared/states.ts';
import { matchOptions } from '../../web/ui/SearchSelect.tsx';

const options = states.map(({ abbr, name }) => ({ value: abbr, label: name }));
const best = (input: string) => matchOptions(options, input).best?.label;

describe('a list with a search', () => {
  it.each(states)('finds $name by its name and by its code $abbr', ({ name, abbr }) => {
    expect([best(name), best(abbr), best(` ${name.toUpperCase()} `), best(abbr.toLowerCase())]).toEqual(
      Array.from({ length: 4 }, () => name),
    );
  });

  it('finds Minnesota by "min", and no single state by "virg" or nothing', () => {
    expect(best('min')).toBe('Minnesota');
    expect(matchOptions(options, 'virg').options.map(({ label }) => label)).toEqual([
      'Virgin Islands',
      'Virginia',
    ]);
    expect([best('virg'), best('')]).toEqual([undefined, undefined]);
  });
});
