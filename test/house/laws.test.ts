import { describe, expect, it } from 'vitest';
import { laws } from './laws.ts';
import { sources } from './sources.ts';

describe.each(laws)('$sentence', ({ layers, breaches, broken }) => {
  it('holds', () => {
    const files = sources(...layers);
    expect(files.length).toBeGreaterThan(20);
    expect(breaches(files)).toEqual([]);
  });

  it('is broken by each file that breaks it', () => {
    for (const file of broken) expect(breaches([file]), file.path).not.toEqual([]);
  });
});
