import { errorFacts, log } from '../platform/log.ts';

/**
 * Emails for some items of a step, one after the other. Where the email service fails, the step ends with those that were
 * sent, so that nobody is told twice when the rest is tried again. Throws where it fails at the first.
 *
 * @returns how many of the items are done
 */
export async function tellEach<Item>(
  items: readonly Item[],
  tell: (item: Item) => Promise<void>,
): Promise<number> {
  for (const [done, item] of items.entries()) {
    try {
      await tell(item);
    } catch (problem) {
      if (done === 0) throw problem;
      log('warn', 'emails of a step wait for the email service', errorFacts(problem));
      return done;
    }
  }
  return items.length;
}
