import type { ListedUser } from '../../shared/users/invited-user.ts';
import { linkEmail, sendEmail } from '../platform/email.ts';
import { errorFields, log } from '../platform/log.ts';
import type { User } from '../users/user.ts';
import { listAdministrators } from './store.ts';

type Recipient = Pick<ListedUser, 'id' | 'email' | 'firstName'>;

export interface UserEmail {
  subject: string;
  paragraphs: readonly string[];
  link: { title: string; path: string };
}

/** Emails each user the content for that user, if there is any; failed emails are logged. */
export async function emailEach<User extends Recipient>(
  recipients: Iterable<User>,
  contentFor: (user: User) => UserEmail | undefined,
): Promise<void> {
  for (const user of recipients) {
    const content = contentFor(user);
    if (!content) continue;
    const { subject, paragraphs, link } = content;
    const address = `${process.env.SITE_ADDRESS ?? ''}${link.path}`;
    try {
      await sendEmail(
        linkEmail(user.email, subject, [`Hello ${user.firstName},`, ...paragraphs], {
          title: link.title,
          address,
        }),
      );
    } catch (error) {
      log('error', 'email to a user not sent', errorFields(error));
    }
  }
}

/** Emails each active administrator the content for that user, if there is any. */
export async function emailEachAdministrator(
  contentFor: (user: Recipient) => UserEmail | undefined,
  also: readonly Recipient[] = [],
): Promise<void> {
  const active = (await listAdministrators()).filter(({ status }) => status === 'active');
  const recipients = new Map([...also, ...active].map((user): [string, Recipient] => [user.id, user]));
  await emailEach(recipients.values(), contentFor);
}

/** Emails all active administrators, and the administrator who is changed, about a change of the administrators. */
export const notifyOfAdministrators = (
  subject: string,
  message: string,
  ...also: readonly Recipient[]
): Promise<void> =>
  emailEachAdministrator(
    () => ({
      subject,
      paragraphs: [message, 'If you did not expect this, act now: review the administrators.'],
      link: { title: 'Review administrators', path: '/administrators' },
    }),
    also,
  );

/** Emails all administrators about a change of an administrator by an operator of the deployment. */
export async function notifyOfOperator(user: User, change: 'disabled' | 'enabled' | 'second factor removed') {
  if (user.role !== 'systemAdmin') return;
  const name = `${user.firstName} ${user.lastName} (${user.email})`;
  const message =
    change === 'second factor removed'
      ? `An operator of the deployment removed the second factor of ${name}.`
      : `${name} was ${change} by an operator of the deployment.`;
  await notifyOfAdministrators('Wellport administrator changed', message, user);
}
