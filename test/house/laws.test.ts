import { describe, expect, it } from 'vitest';
import { boundaries, needless } from './boundaries.ts';
import { laws } from './laws.ts';
import { sources } from './sources.ts';

describe.each([...laws, ...boundaries])('$sentence', ({ layers, breaches, broken }) => {
  it('holds', () => {
    const files = sources(...layers);
    expect(files.length).toBeGreaterThan(20);
    expect(breaches(files)).toEqual([]);
  });

  it('is broken by each file that breaks it', () => {
    for (const file of broken) expect(breaches([file]), file.path).not.toEqual([]);
  });
});

it('the lists of exceptions only grow shorter', () => {
  expect(needless(sources('functions'), sources('web'))).toEqual([]);
});
