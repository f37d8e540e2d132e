import { notifyAdministrators } from '../../administrators/notify-administrators.ts';
import { nameOf, type Caller } from '../../users/caller.ts';

/** Emails the other administrators that bank data wait for a second one. */
export const emailByHand = (
  { caller, what, path }: { caller: Pick<Caller, 'user' | 'userId'>; what: string; path: string },
  reasons: readonly string[],
): Promise<void> =>
  notifyAdministrators({
    subject: 'Bank data wait for your approval',
    paragraphs: [
      `${nameOf(caller)} ${what} ${reasons.join(' ')}`,
      'Nothing is changed before another administrator confirms it.',
    ],
    link: { title: 'Review bank data', path },
    except: caller.userId,
  });
