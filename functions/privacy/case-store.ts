import type { Page } from '../../shared/page.ts';
import { caseColumns, privacyCase, type PrivacyCase } from '../../shared/privacy/privacy-case.ts';
import { Refusal } from '../../shared/refusal.ts';
import { change } from '../table/change.ts';
import type { Change } from '../table/write.ts';
import { entity, sortsBy } from '../table/entity.ts';
import { keys, lists } from '../table/keys.ts';
import { listOf, pageOfList, type ListQuery } from '../table/list.ts';
import { eachItem, get, parseRow } from '../table/table.ts';

const caseEntity = entity({
  name: 'privacy case',
  schema: privacyCase,
  key: ({ owner, id }) => keys.privacyCase(owner, id),
  inList: ({ status, dueOn, name, email }) => ({
    list: lists.privacyCases(),
    // open requests first, the next deadline at the top
    sorts: sortsBy(caseColumns, { status: `${status === 'open' ? 0 : 1} ${dueOn}`, dueOn, name }),
    words: [name, email],
  }),
  unique: ({ status, owner, kind }) =>
    status === 'open' ? [{ kind: 'open-privacy-case', value: `${owner} ${kind}` }] : [],
});

export const pageOfCases = (listQuery: ListQuery): Promise<Page<PrivacyCase>> =>
  pageOfList(listOf(lists.privacyCases(), caseColumns, caseEntity), listQuery);

/** Returns the requests of an owner, newest first. */
export async function casesOf(owner: string): Promise<PrivacyCase[]> {
  const { pk } = keys.privacyCase(owner, '');
  const cases: PrivacyCase[] = [];
  for await (const item of eachItem(pk)) cases.push(parseRow(caseEntity, item));
  return cases.toReversed();
}

export const findCase = (owner: string, id: string): Promise<PrivacyCase | undefined> =>
  get(caseEntity, keys.privacyCase(owner, id));

/** Throws 'not-found' for an unknown request. */
export async function loadCase(owner: string, id: string): Promise<PrivacyCase> {
  const stored = await findCase(owner, id);
  if (!stored) throw new Refusal('not-found', 'Request not found.');
  return stored;
}

/** Returns the writes of a request; throws 'conflict' for a second open one of the same kind. */
export const caseChange = (before: PrivacyCase | null, after: PrivacyCase): Change[] =>
  change(caseEntity, before, after, {
    lost: new Refusal('conflict', 'Someone else changed this request. Reload and try again.'),
    duplicates: {
      'open-privacy-case': new Refusal(
        'conflict',
        'You already have an open request of this kind. Nothing was filed again.',
        'kind',
      ),
    },
  });
