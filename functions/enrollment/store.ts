import { agreement, type Agreement } from '../../shared/enrollment/agreement.ts';
import { Refusal } from '../../shared/refusal.ts';
import { change } from '../table/change.ts';
import type { Change } from '../table/write.ts';
import { entity } from '../table/entity.ts';
import { keys } from '../table/keys.ts';
import { eachItem, get, parseRow } from '../table/table.ts';

const agreementEntity = entity({
  name: 'agreement',
  schema: agreement,
  key: ({ memberId, rowKey }) => keys.agreement(memberId, rowKey),
});

export const loadAgreement = (memberId: string, rowKey: string): Promise<Agreement | undefined> =>
  get(agreementEntity, keys.agreement(memberId, rowKey));

/** Returns every agreement of a member, oldest first. */
export async function signedAgreements(memberId: string): Promise<Agreement[]> {
  const { pk, sk } = keys.agreement(memberId, '');
  const signed: Agreement[] = [];
  for await (const item of eachItem(pk, sk)) signed.push(parseRow(agreementEntity, item));
  return signed.toSorted((left, other) => left.signedAt.localeCompare(other.signedAt));
}

export const agreementChange = (signed: Agreement): Change[] =>
  change(agreementEntity, null, signed, {
    lost: new Refusal('conflict', 'This agreement was signed already. Reload the page.'),
  });
