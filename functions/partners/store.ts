import { partner, partnerColumns, type Partner } from '../../shared/partners/partner.ts';
import { programTypes } from '../../shared/programs.ts';
import { Refusal } from '../../shared/refusal.ts';
import type { Page } from '../../shared/page.ts';
import { auditWrite } from '../table/audit.ts';
import { change } from '../table/change.ts';
import type { Change } from '../table/write.ts';
import { entity, sortsBy } from '../table/entity.ts';
import { getItem } from '../table/get-item.ts';
import { keys, lists } from '../table/keys.ts';
import { countOf, listOf, pageOfList, pagesOfList, type ListQuery } from '../table/list.ts';
import { nextNumber } from '../table/numbers.ts';
import { getMany, mustGet } from '../table/table.ts';
import { transact } from '../table/transact.ts';

export const programsOf = ({ programTypes: ids }: Pick<Partner, 'programTypes'>): string =>
  programTypes
    .filter(({ id }) => ids.includes(id))
    .map(({ name }) => name)
    .join(', ');

export const partnerEntity = entity({
  name: 'partner',
  schema: partner,
  key: ({ id }) => keys.partner(id),
  inList: (record) => ({
    list: lists.partners(),
    sorts: sortsBy(partnerColumns, {
      partnerNumber: record.partnerNumber,
      name: record.name,
      programs: programsOf(record),
      city: record.city,
      state: record.state,
      country: record.country,
    }),
    words: [record.name, record.partnerNumber, record.city],
  }),
  unique: ({ partnerNumber }) => [{ kind: 'partner-number', value: partnerNumber.toLowerCase() }],
});

const partnersList = listOf(lists.partners(), partnerColumns, partnerEntity);

export const listPartners = (query: ListQuery): Promise<Page<Partner>> => pageOfList(partnersList, query);

export const loadPartner = (partnerId: string): Promise<Partner> =>
  mustGet(partnerEntity, keys.partner(partnerId), 'Partner not found.');

export const loadPartners = (ids: readonly string[]): Promise<Partner[]> =>
  getMany(partnerEntity, ids.map(keys.partner));

/** Returns the partner with a number (Partner ID), regardless of case. */
export async function findPartnerByNumber(partnerNumber: string): Promise<Partner | undefined> {
  const name = await getItem(keys.unique('partner-number', partnerNumber.toLowerCase()));
  const id = /^PARTNER#(.+)\|PARTNER$/.exec(String(name?.owner))?.[1];
  return id === undefined ? undefined : loadPartner(id);
}

export const nextPartnerId = async (): Promise<string> => String(await nextNumber('partner'));

/** Returns the writes that change a partner; a duplicate Partner ID and conflicts have user-facing messages. */
export const partnerChange = (before: Partner | null, after: Partner): Change[] =>
  change(partnerEntity, before, after, {
    lost: new Refusal('conflict', 'Someone else changed this partner. Reload and try again.'),
    duplicates: {
      'partner-number': new Refusal(
        'conflict',
        `Partner ID must be unique. Item with ${after.partnerNumber} already exist.`,
        'partnerNumber',
      ),
    },
  });

export async function savePartner(
  before: Partner | null,
  after: Partner,
  who: string,
  now: Date,
  guards: readonly Change[] = [],
): Promise<void> {
  await transact(
    ...partnerChange(before, after),
    ...guards,
    auditWrite(
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

/** Returns a page of partners by Partner ID, for jobs that process all of them. */
export async function pageOfPartners(
  after: string | null,
  count: number,
): Promise<{ rows: Partner[]; cursor: string | null }> {
  const pages = pagesOfList(partnersList, 'partnerNumber', {
    pageSize: count,
    ...(after !== null && { after }),
  });
  const { value } = await pages.next();
  return value ?? { rows: [], cursor: null };
}

export const countPartners = (): Promise<number> => countOf(lists.partners());

/** Yields all partners by name, one hundred at a time, for example for selection lists. */
export async function* pagesOfPartners(): AsyncGenerator<Partner[]> {
  for await (const { rows } of pagesOfList(partnersList, 'name')) yield rows;
}

export async function* allPartners(): AsyncGenerator<Partner> {
  for await (const page of pagesOfPartners()) yield* page;
}
