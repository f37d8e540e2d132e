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
      destination: z.object({ to: z.array(z.string()) }),
      subject: z.string(),
      body: z.object({ text: z.string(), html: z.string() }),
      attachments: z.array(attachment),
      headers: z.array(z.object({ name: z.string(), value: z.string() })).optional(),
    }),
  ),
});
export type StoredEmail = z.output<typeof mailbox>['emails'][number];

/** Returns the emails to these addresses, oldest first. */
export async function emailsTo(addresses: readonly string[]): Promise<StoredEmail[][]> {
  const response = await fetch(`${process.env.AWS_ENDPOINT_URL_SESV2}/store`);
  const { emails } = mailbox.parse(await response.json());
  return addresses.map((address) => emails.filter(({ destination }) => destination.to.includes(address)));
}

export const emailTo = async (address: string): Promise<StoredEmail> => {
  const [[email] = []] = await emailsTo([address]);
  if (!email) throw new Error(`no email to ${address}`);
  return email;
};

export const tokenIn = ({ body }: Pick<StoredEmail, 'body'>): string =>
  /\/voucher\/([\w-]+)/.exec(body.text)?.[1] ?? '';

/** Returns the ID that a repeated email shares. */
export const idOf = ({ headers = [] }: StoredEmail): string =>
  headers.find(({ name }) => name === 'X-Wellport-Email')?.value ?? '';
