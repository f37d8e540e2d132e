interface KeptMail {
  destination: { to: string[] };
  replyTo: string[];
  subject: string;
  body: { text: string; html: string };
}

/** Returns the emails in the local mailbox with this reply address. */
export async function mailsFrom(replyTo: string): Promise<KeptMail[]> {
  const response = await fetch(`${process.env.AWS_ENDPOINT_URL_SESV2}/store`);
  const { emails } = (await response.json()) as { emails: KeptMail[] };
  return emails.filter((mail) => mail.replyTo.includes(replyTo));
}
