/**
 * Members of a range of a generation: about 40 minutes of one worker. A stage has at least one worker per 150,000 members,
 * and a generation has at most half of the members, so its ranges occupy no more than the stage's workers.
 *
 * `undivided`: members after which a generation of all partners divides the remaining partners. `partners`: at most in one
 * range, because a job stores their IDs.
 */
export const rangeLimits = { members: 75_000, undivided: 10_000, partners: 500 };

/** Returns the number of ranges of a generation with this many members, in partners of any size. */
export const rangesOf = (members: number): number => Math.ceil(members / rangeLimits.members);

/**
 * Returns the members that one worker processes in turn, at most, while a generation of all partners is divided among
 * workers: those before the division, with the partner that exceeds `undivided`, and the largest range.
 */
export function longestTurn(members: number, workers: number): number {
  const first = Math.min(members, rangeLimits.undivided + rangeLimits.members);
  const rest = members - first;
  return first + Math.max(Math.min(rest, rangeLimits.members), rest / Math.min(workers, rangesOf(rest) || 1));
}
