import { loadHandler, type LoadModule } from '../build/handler-sources.ts';
import { later } from './tools/time-and-chance.ts';

interface StoredEmail {
  messageId: string;
  at: number;
  destination: { to: string[] };
  headers?: { name: string; value: string }[];
}

const bouncing = /^(.+)@bounce\.wellport\.test$/i;

/**
 * Returns the SES event of an email, by its address: `soft…@bounce.wellport.test` is a transient bounce, `complaint…`
 * a complaint, any other address of that domain a permanent bounce. Undefined for all other emails.
 */
function bounceEvent({ destination, headers = [] }: StoredEmail): object | undefined {
  const [, name] = bouncing.exec(destination.to[0] ?? '') ?? [];
  const id = headers.find((header) => header.name === 'X-Wellport-Email')?.value;
  const tags = tagsOf(id ?? '');
  if (!name || !tags) return undefined;
  const isSoft = name.startsWith('soft');
  const diagnosticCode = isSoft ? '452 mailbox full' : '550 no such mailbox';
  const what = name.startsWith('complaint')
    ? { complaint: {} }
    : {
        bounce: {
          bounceType: isSoft ? 'Transient' : 'Permanent',
          bouncedRecipients: [{ diagnosticCode }],
        },
      };
  return { detail: { ...what, mail: { tags, destination: destination.to } } };
}

/**
 * Returns the subject of an email from its header: a voucher with the number of the email, a member, or a user.
 */
function tagsOf(header: string): Record<string, [string]> | undefined {
  const [, kind, id, email] = /^(voucher|member|user)=([\w-]+)(?:\.email=(\d+))?$/.exec(header) ?? [];
  return kind && id ? { [kind]: [id], ...(email && { email: [email] }) } : undefined;
}

/** Delivers the events of the mailbox to their handler, as EventBridge does, and retries failed ones. */
export function bounceTaker(load: LoadModule): () => Promise<void> {
  const bounced = new Set<string>();
  let since = 0;
  return async () => {
    const response = await fetch(`${process.env.AWS_ENDPOINT_URL_SESV2}/store?since=${since}`);
    const { emails } = (await response.json()) as { emails: StoredEmail[] };
    const handler = (await loadHandler(load, 'vouchers/on-email-event')) as (event: unknown) => Promise<void>;
    let isEarly = false;
    for (const email of emails) {
      const event = bounced.has(email.messageId) ? undefined : bounceEvent(email);
      if (!event) continue;
      try {
        await handler(event);
        bounced.add(email.messageId);
      } catch {
        // its email is not marked yet
        isEarly = true;
      }
    }
    if (!isEarly) since = Math.max(since, ...emails.map(({ at }) => at));
  };
}

/** Checks for bounced emails every second. */
export function startBounces(load: LoadModule): void {
  const take = bounceTaker(load);
  const again = () =>
    void take()
      .catch((error: unknown) => console.error('Bounces are not taken:', error))
      .finally(() => later(again, 1000));
  again();
}
