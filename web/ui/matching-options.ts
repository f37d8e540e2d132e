import type { Choice } from '../../shared/field-metadata.ts';

/** Match levels, best first: exact code, exact label, label prefix, code prefix, label substring. */
const matchLevels: readonly ((code: string, label: string, input: string) => boolean)[] = [
  (code, _, input) => code === input,
  (_, label, input) => label === input,
  (_, label, input) => label.startsWith(input),
  (code, _, input) => code.startsWith(input),
  (_, label, input) => label.includes(input),
];

interface Matches {
  /** Matching options, best first; equal matches keep their order. */
  options: Choice[];
  /** The option that matches better than all others, if there is one. */
  best: Choice | undefined;
}

/** Ranks the options that match an input. */
export function matchOptions(options: readonly Choice[], input: string): Matches {
  const normalized = input.trim().toLowerCase();
  const matches = options
    .map((option) => ({
      option,
      level: matchLevels.findIndex((fits) =>
        fits(String(option.value).toLowerCase(), option.label.toLowerCase(), normalized),
      ),
    }))
    .filter(({ level }) => level >= 0)
    .toSorted((a, b) => a.level - b.level);
  const [first, second] = matches;
  const isBest = normalized !== '' && first !== undefined && first.level !== second?.level;
  return { options: matches.map(({ option }) => option), best: isBest ? first.option : undefined };
}
