import { Refusal } from '../../shared/refusal.ts';
import {
  countSiteEmail,
  siteEmailCount,
  tooManySiteEmails,
  type SiteEmailLimit,
} from '../../shared/site/site-email-limit.ts';
import { change } from '../table/change.ts';
import { entity } from '../table/entity.ts';
import { keys } from '../table/keys.ts';
import { get } from '../table/table.ts';
import { transact } from '../table/transact.ts';

const countEntity = entity({
  name: 'site email count',
  schema: siteEmailCount,
  key: ({ source }) => keys.siteEmailCount(source),
});

/** Emails per source and hour, from the stage settings. */
const siteEmailsPerHour = (): number => Number(process.env.SITE_EMAILS_PER_HOUR ?? 20);

/** Counts an email before it is sent. Throws Refusal if the network has reached its limit. */
export async function recordSiteEmail(source: string, now: Date): Promise<void> {
  if (!(await countWithin({ source, limit: siteEmailsPerHour() }, now)))
    throw new Refusal('too-many', tooManySiteEmails);
}

/** Counts an email or an attempt, and returns true unless the source has reached its limit. */
export async function countWithin(limit: SiteEmailLimit, now: Date): Promise<boolean> {
  const conflict = new Refusal(
    'conflict',
    'Several messages arrived from your network. Send this one again.',
  );
  for (let attempt = 0; ; attempt++) {
    const before = await get(countEntity, keys.siteEmailCount(limit.source));
    const after = countSiteEmail(before, limit, now);
    if (!after) return false;
    try {
      await transact(...change(countEntity, before ?? null, after, { lost: conflict }));
      return true;
    } catch (error) {
      if (error !== conflict || attempt === 20) throw error;
    }
  }
}

/** Returns true if the next email or attempt of a source is within its limit; counts nothing. */
export const isWithin = async (limit: SiteEmailLimit, now: Date): Promise<boolean> =>
  countSiteEmail(await get(countEntity, keys.siteEmailCount(limit.source)), limit, now) !== undefined;
