import { isPeriodId, periodName } from '../../shared/calendar.ts';
import { UserError } from '../local/tools/user-error.ts';

/**
 * Verifies the whole ledger by month: hash, position, and balance of every entry, every payment against its entries, and
 * every seal. Changes nothing. Throws with each difference. `from`: the first month (yyyymm), or empty.
 */
export async function checkLedger(from: string, now: Date, tell: (line: string) => void): Promise<string> {
  if (from && !isPeriodId(from)) throw new UserError(`"${from}" is not a month. Write it as 202611.`);
  const { checkMonth, monthsToCheck } = await import('../../functions/ledger/check-months.ts');
  const problems: string[] = [];
  let entries = 0;
  for (const month of await monthsToCheck(now, from || undefined)) {
    const checked = await checkMonth(month);
    entries += checked.entries;
    problems.push(...checked.problems.map((error) => `${periodName(month)}: ${error}`));
    if (checked.entries > 0 || checked.seal !== 'none')
      tell(
        `${periodName(month)}: ${checked.entries.toLocaleString('en-US')} entries, seal: ${checked.seal}, ${checked.problems.length === 0 ? 'every cent is explained' : `${checked.problems.length} lines differ`}`,
      );
  }
  if (problems.length > 0)
    throw new UserError(`The ledger does not add up. Nothing was changed.\n\n${problems.join('\n')}`);
  return `Read ${entries.toLocaleString('en-US')} entries. Every cent is explained.`;
}
