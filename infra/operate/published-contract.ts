import { endpoints } from '../../shared/contracts/all.ts';
import { UserError } from '../local/tools/user-error.ts';
import { brokenPromises, contractFile, contractLines } from '../build/contract-lines.ts';

/**
 * Compares the contract of the deployed release with this one, because open pages of the deployed release call the
 * endpoints of the next.
 *
 * @param site origin of the deployed site
 * @throws UserError with each incompatible line
 */
export async function compareContract(site: string): Promise<string> {
  const response = await fetch(`${site}/${contractFile}`);
  if (!response.ok) return `${site} has not published a contract: nothing to compare.`;
  const published = (await response.text()).split('\n').filter(Boolean);
  const broken = brokenPromises(published, contractLines(endpoints));
  if (broken.length > 0)
    throw new UserError(`Open pages of ${site} would fail after this release:\n  ${broken.join('\n  ')}`);
  return `Open pages of ${site} work with this release (${published.length} lines compared).`;
}
