import type { BankSettings } from '../bank-settings.ts';
import { fieldOf, layout } from '../nacha/format.ts';

type PartySettings = Pick<BankSettings, 'destination' | 'odfi' | 'origin' | 'companyId' | 'companyIds'>;

/** Returns an identification without blanks and without the leading 0 or 1 that fills a field of ten. */
const plainId = (id: string): string =>
  id
    .trim()
    .toUpperCase()
    .replace(/^[01](?=.{9}$)/, '');

/** Our bank, our company, and its ids by flow: the origins and destinations of files that concern us. */
export const ourParties = (settings: PartySettings): ReadonlySet<string> => {
  const { destination, odfi, origin, companyId, companyIds } = settings;
  return new Set([destination, odfi, origin, companyId, ...Object.values(companyIds)].map(plainId));
};

/** Returns the party when it is stated and is not one of ours. A blank field is missing layout, not another company. */
const foreignParty = (parties: ReadonlySet<string>, field: string): string | undefined => {
  const stated = plainId(field);
  return stated === '' || parties.has(stated) ? undefined : field.trim().replaceAll(/[^\x20-\x7e]/g, '?');
};

export function foreignFile(header: string, parties: ReadonlySet<string>): string | undefined {
  const origin = foreignParty(parties, fieldOf(header, layout.fileHeader.origin));
  if (origin !== undefined)
    return `The origin of the file, ${origin}, is not in the bank settings. Contact the bank.`;
  const destination = foreignParty(parties, fieldOf(header, layout.fileHeader.destination));
  return destination === undefined
    ? undefined
    : `The destination of the file, ${destination}, is not in the bank settings. Contact the bank.`;
}

export function foreignBatch(header: string, parties: ReadonlySet<string>): string | undefined {
  const company = foreignParty(parties, fieldOf(header, layout.batchHeader.companyId));
  return company === undefined
    ? undefined
    : `The company of the batch, ${company}, is not in the bank settings. Contact the bank.`;
}
