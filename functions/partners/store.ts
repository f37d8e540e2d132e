import { partner, partnerColumns, type Partner } from '../../shared/partners/partner.ts';
import { programTypes } from '../../shared/programs.ts';
import { Refusal } from '../../shared/refusal.ts';
import type { Page } from '../../shared/page.ts';
import { remember } from '../table/audit.ts';
import { change, type Change } from '../table/change.ts';
import { entity } from '../table/entity.ts';
import { keys, lists } from '../table/keys.ts';
import { listOf, pageOfList, type ListQuery } from '../table/list.ts';
import { nextNumber } from '../table/numbers.ts';
import { mustGet, transact } from '../table/table.ts';

export const programsOf = ({ programTypes: ids }: Pick<Partner, 'programTypes'>): string =>
  programTypes
    .filter(({ id }) => ids.includes(id))
    .map(({ name }) => name)
    .join(', ');

export const partnerEntity = entity({
  name: 'partner',
  schema: partner,
  key: ({ id }) => keys.partner(id),
  inList: (one) => ({
    list: lists.partners(),
    sorts: {
      partnerIDNumber: one.partnerIDNumber,
      name: one.name,
      programs: programsOf(one),
      city: one.city,
      state: one.state,
      country: one.country,
    },
    words: [one.name, one.partnerIDNumber, one.city],
  }),
  unique: ({ partnerIDNumber }) => [{ kind: 'partner-number', value: partnerIDNumber.toLowerCase() }],
});

const partnersList = listOf(lists.partners(), partnerColumns, partnerEntity);

export const listPartners = (asked: ListQuery): Promise<Page<Partner>> => pageOfList(partnersList, asked);

export const loadPartner = (id: string): Promise<Partner> =>
  mustGet(partnerEntity, keys.partner(id), 'There is no such partner.');

export const nextPartnerId = async (): Promise<string> => String(await nextNumber('partner'));

/** The writes that change a partner; a taken Partner ID and a lost race are said in words. */
export const partnerChange = (before: Partner | null, after: Partner): Change[] =>
  change(partnerEntity, before, after, {
    lost: new Refusal(
      'conflict',
      'Somebody else changed this partner meanwhile. Reload it and enter your change again.',
    ),
    taken: {
      'partner-number': new Refusal(
        'conflict',
        `Partner ID must be unique. Item with ${after.partnerIDNumber} already exist.`,
        'partnerIDNumber',
      ),
    },
  });

export async function savePartner(
  before: Partner | null,
  after: Partner,
  who: string,
  now: Date,
): Promise<void> {
  await transact(
    ...partnerChange(before, after),
    remember(
      {
        name: before ? 'partner changed' : 'partner created',
        subject: `partner ${after.id}`,
        who,
        before: before ? { ...before } : undefined,
        after: { ...after },
      },
      now,
    ),
  );
}
