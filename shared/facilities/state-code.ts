import { states } from '../states.ts';

/** The code of a state that is written as its code or its name; undefined for anything else. */
export function stateCodeOf(written: string): string | undefined {
  const plain = written.trim().toLowerCase();
  return states.find(({ abbr, name }) => abbr.toLowerCase() === plain || name.toLowerCase() === plain)?.abbr;
}
