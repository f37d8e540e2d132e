import { writeSheet } from '../../functions/platform/sheets/write-sheet.ts';
import type { User } from '../../functions/users/user.ts';
import { vouchers } from '../../shared/contracts/vouchers.ts';
import { call, type Received } from '../support/call.ts';
import { runJob } from '../support/jobs.ts';
import { programOnWire } from './examples.ts';

export const recipientsFile = async (
  rows: readonly (readonly string[])[],
  titles: readonly string[] = ['Email'],
) => ({
  name: 'recipients.xlsx',
  bytes: await writeSheet({
    sheetName: 'Recipients',
    columns: titles.map((title) => ({ title, kind: 'text' as const })),
    rows,
  }),
});

let last = 0;
export const freshAddress = (domain = 'people.test'): string =>
  `voucher${++last}-${crypto.randomUUID().slice(0, 8)}@${domain}`;

export const freshAddresses = (count: number, domain?: string): string[] =>
  Array.from({ length: count }, () => freshAddress(domain));

export async function freshProgram(admin: User, given: Record<string, unknown> = {}): Promise<string> {
  const { body } = await call(vouchers.saveProgram, admin, {
    body: { voucherProgram: JSON.stringify(programOnWire(given)) },
    files: {},
  });
  return String(body.data.id);
}

export const upload = (
  admin: User,
  voucherProgramId: string,
  file: { name: string; bytes: Uint8Array },
  options: { validRowsOnly?: 'true' } = {},
): Promise<Received> =>
  call(vouchers.uploadRecipients, admin, {
    body: { voucherProgramId, ...options },
    files: { recipientsFile: file },
  });

export async function programWith(
  admin: User,
  addresses: readonly string[],
  given: Record<string, unknown> = {},
): Promise<string> {
  const id = await freshProgram(admin, given);
  const { body } = await upload(admin, id, await recipientsFile(addresses.map((address) => [address])));
  await runJob(body.jobId);
  return id;
}

export const programOf = async (admin: User, voucherProgramId: string) =>
  (await call(vouchers.program, admin, { query: { voucherProgramId } })).body;

export async function vouchersOf(admin: User, voucherProgramID: string, query: Record<string, string> = {}) {
  const rows: Record<string, string>[] = [];
  let cursor: string | undefined;
  do {
    const { body } = await call(vouchers.list, admin, {
      params: { voucherProgramID },
      query: { cursor, ...query },
    });
    rows.push(...body.items);
    cursor = body.nextCursor ?? undefined;
  } while (cursor);
  return rows;
}
