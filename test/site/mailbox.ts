interface KeptMail {
  destination: { to: string[] };
  replyTo: string[];
  subject: string;
  body: { text: string; html: string };
}

/** The mails in the local mailbox that somebody would answer to this address. */
export async function mailsFrom(replyTo: string): Promise<KeptMail[]> {
  const answer = await fetch(`${process.env.AWS_ENDPOINT_URL_SESV2}/store`);
  const { emails } = (await answer.json()) as { emails: KeptMail[] };
  return emails.filter((mail) => mail.replyTo.includes(replyTo));
}
