import { storedEmails } from '../support/mailbox.ts';

/** Returns the emails in the local mailbox with this reply address. */
export const mailsFrom = async (replyTo: string) =>
  (await storedEmails()).filter((email) => email.replyTo.includes(replyTo));
