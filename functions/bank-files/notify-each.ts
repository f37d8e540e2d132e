import { errorFields, log } from '../platform/log.ts';

/**
 * Sends the emails of a step one at a time and returns their number. If a later one fails, the step ends, so that a
 * retry sends no email twice. Throws when the first fails.
 */
export async function notifyEach<Item>(
  items: readonly Item[],
  tell: (item: Item) => Promise<void>,
): Promise<number> {
  for (const [done, item] of items.entries()) {
    try {
      await tell(item);
    } catch (error) {
      if (done === 0) throw error;
      log('warn', 'emails of a step wait for the email service', errorFields(error));
      return done;
    }
  }
  return items.length;
}
