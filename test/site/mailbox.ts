import { storedEmails } from '../support/mailbox.ts';

export const mailsFrom = async (replyTo: string) =>
  (await storedEmails()).filter((email) => email.replyTo.includes(replyTo));
