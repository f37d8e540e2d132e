import { states } from '../states.ts';

/** Returns the code of a state from its code or its name; undefined for other input. */
export function stateCodeOf(written: string): string | undefined {
  const plain = written.trim().toLowerCase();
  return states.find(({ abbr, name }) => abbr.toLowerCase() === plain || name.toLowerCase() === plain)?.abbr;
}
