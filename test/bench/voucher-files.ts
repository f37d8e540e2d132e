import type { User } from '../../functions/users/user.ts';
import { newVoucherCode } from '../../functions/vouchers/new-code.ts';
import { readRecipients } from '../../functions/vouchers/recipients-file.ts';
import { codeLength, codeSymbols } from '../../shared/vouchers/voucher-code.ts';
import { freshProgram, recipientsFile, upload } from '../vouchers/programs.ts';
import { runJob } from '../support/jobs.ts';
import type { Line } from './measure.ts';

/** As long as the function of an endpoint may take (infra/endpoint-function.ts). */
const functionSeconds = 29;

/** Codes are different, and every symbol is as frequent as each other, at every place. */
export function drawCodes(count: number): Line[] {
  const seen = new Set<string>();
  const counts = Array.from({ length: codeLength }, () => new Uint32Array(codeSymbols.length));
  for (let n = 0; n < count; n++) {
    const code = newVoucherCode();
    seen.add(code);
    counts.forEach((of, place) => {
      const symbol = codeSymbols.indexOf(code[place] ?? '');
      of[symbol] = (of[symbol] ?? 0) + 1;
    });
  }
  const wanted = count / codeSymbols.length;
  const chiSquares = counts.map((of) => of.reduce((sum, n) => sum + (n - wanted) ** 2 / wanted, 0));
  const worst = Math.max(...chiSquares);
  return [
    {
      what: `different ones of ${count.toLocaleString('en-US')} codes`,
      value: seen.size.toLocaleString('en-US'),
      bound: 'all',
      holds: seen.size === count,
    },
    {
      // 31 degrees of freedom: even draws pass this once in a hundred million runs
      what: 'chi-square of their symbols: the largest of twelve places',
      value: worst.toFixed(1),
      bound: 'below 105',
      holds: worst < 105,
    },
  ];
}

/** A file of the largest size is judged by the call that brings it; its vouchers are made by a job. */
export async function takeFile(
  admin: User,
  addresses: readonly string[],
  program: Record<string, unknown>,
): Promise<{ id: string; lines: Line[] }> {
  const titles = ['Email', ...Array.from({ length: 10 }, (_, column) => `Column ${column + 1}`)];
  const cells = Array.from({ length: 10 }, (_, column) => `Value ${column}`);
  const file = await recipientsFile(
    addresses.map((address) => [address, ...cells]),
    titles,
  );
  const spoiled = await recipientsFile(
    addresses.map((address, place) => [place % 2 ? 'nowhere' : address, ...cells]),
    titles,
  );
  const count = addresses.length.toLocaleString('en-US');
  const id = await freshProgram(admin, program);
  const secondsOf = async (work: () => Promise<unknown>) => {
    const began = performance.now();
    await work();
    return (performance.now() - began) / 1000;
  };
  const refused = await secondsOf(async () => {
    const { body } = await upload(admin, id, spoiled);
    if (body.invalidLines?.length !== Math.floor(addresses.length / 2))
      throw new Error(`${body.invalidLines?.length} invalid lines`);
  });
  const judged = await secondsOf(() =>
    readRecipients({ ...file, type: '' }).then(({ recipients }) => recipients.length),
  );
  let jobId = '';
  const call = await secondsOf(async () => {
    jobId = String((await upload(admin, id, file)).body.jobId);
  });
  const job = await secondsOf(() => runJob(jobId));
  const within = (what: string, seconds: number): Line => ({
    what,
    value: `${seconds.toFixed(1)} s`,
    bound: `below ${functionSeconds} s`,
    holds: seconds < functionSeconds,
  });
  const lines = [
    within(`${count} lines of eleven columns (${file.bytes.length} bytes), read and judged`, judged),
    within(`the call that takes them`, call),
    within('the call that tells every second line is invalid', refused),
    { what: `the job that makes their ${count} vouchers`, value: `${job.toFixed(0)} s` },
  ];
  return { id, lines };
}
