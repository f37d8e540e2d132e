import * as z from 'zod';

const mailbox = z.object({
  emails: z.array(
    z.object({
      subject: z.string(),
      destination: z.object({ to: z.array(z.string()) }),
      body: z.object({ text: z.string() }),
    }),
  ),
});

/** The emails that an address got, the first one first. */
export async function emailsTo(address: string) {
  const response = await fetch(`${process.env.AWS_ENDPOINT_URL_SESV2}/store`);
  const { emails } = mailbox.parse(await response.json());
  return emails.filter(({ destination }) => destination.to.includes(address));
}
