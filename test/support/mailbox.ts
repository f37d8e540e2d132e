import * as z from 'zod';

const attachment = z.object({
  content: z.string(),
  contentType: z.string(),
  contentDisposition: z.string().optional(),
  contentId: z.string().optional(),
  filename: z.string().optional(),
});
const mailbox = z.object({
  emails: z.array(
    z.object({
      from: z.string().optional(),
      subject: z.string(),
      destination: z.object({ to: z.array(z.string()) }),
      replyTo: z.array(z.string()).default([]),
      body: z.object({ text: z.string(), html: z.string().default('') }),
      attachments: z.array(attachment).default([]),
      headers: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
    }),
  ),
});
export type StoredEmail = z.output<typeof mailbox>['emails'][number];

/** Start of this test file in seconds: earlier emails are those of others. */
const since = Math.floor(Date.now() / 1000);

const sender = process.env.MAIL_FROM;

/** Returns the emails of this test file; test files share the mailbox, and addresses of demo users. */
export async function storedEmails(): Promise<StoredEmail[]> {
  const response = await fetch(`${process.env.AWS_ENDPOINT_URL_SESV2}/store?since=${since}`);
  return mailbox
    .parse(await response.json())
    .emails.filter(({ from }) => from === undefined || from === sender);
}

export const emailsTo = async (address: string): Promise<StoredEmail[]> =>
  (await storedEmails()).filter(({ destination }) => destination.to.includes(address));
