import { storedEmails, type StoredEmail } from '../support/mailbox.ts';

export type { StoredEmail } from '../support/mailbox.ts';

export async function emailsTo(addresses: readonly string[]): Promise<StoredEmail[][]> {
  const emails = await storedEmails();
  return addresses.map((address) => emails.filter(({ destination }) => destination.to.includes(address)));
}

export const emailTo = async (address: string): Promise<StoredEmail> => {
  const [[email] = []] = await emailsTo([address]);
  if (!email) throw new Error(`no email to ${address}`);
  return email;
};

export const tokenIn = ({ body }: Pick<StoredEmail, 'body'>): string =>
  /\/voucher\/([\w-]+)/.exec(body.text)?.[1] ?? '';

export const idOf = ({ headers }: StoredEmail): string =>
  headers.find(({ name }) => name === 'X-Wellport-Email')?.value ?? '';
