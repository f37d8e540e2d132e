import * as z from 'zod';
import { approval, type Approval } from '../../../shared/bank-files/approval.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { change } from '../../table/change.ts';
import type { Change } from '../../table/write.ts';
import { entity, normalized, sortsBy } from '../../table/entity.ts';
import { keys, lists } from '../../table/keys.ts';
import { listOf, pagesOfList } from '../../table/list.ts';
import { get, getMany } from '../../table/table.ts';
import { put } from '../../table/put-item.ts';

const listedStatuses: ReadonlySet<Approval['status']> = new Set(['waiting', 'refused', 'changed']);
export const approvalColumns = ['askedOn'] as const;
const approvalEntity = entity({
  name: 'bank file approval',
  schema: approval,
  key: ({ runHash }) => keys.bankApproval(runHash),
  inList: ({ status, askedOn }) =>
    listedStatuses.has(status)
      ? { list: lists.bankApprovals(), sorts: sortsBy(approvalColumns, { askedOn }) }
      : null,
});
const waitingList = listOf(lists.bankApprovals(), approvalColumns, approvalEntity);

export const findApproval = (runHash: string): Promise<Approval | undefined> =>
  get(approvalEntity, keys.bankApproval(runHash));

/** Returns the requests of a day that wait, and those that were refused or changed and not repeated. */
export async function listedApprovals(today: string): Promise<Approval[]> {
  const approvals: Approval[] = [];
  for await (const { rows } of pagesOfList(waitingList, 'askedOn', { beginsWith: normalized(today) }))
    approvals.push(...rows.filter(({ status }) => listedStatuses.has(status)));
  return approvals;
}

export const approvalsOfDay = async (today: string): Promise<Approval[]> =>
  (await listedApprovals(today)).filter(({ status }) => status === 'waiting');

export const approvalChange = (before: Approval | null, after: Approval): Change[] =>
  change(approvalEntity, before, after, {
    lost: new Refusal(
      'conflict',
      'Another administrator just confirmed this file. Reload to see the changes.',
    ),
  });

const fileContent = z.object({ digest: z.string(), bankFileId: z.string(), startedAt: z.string() });
const fileContentEntity = entity({
  name: 'bank file content',
  schema: fileContent,
  key: ({ digest }) => keys.bankFileContent(digest),
});

export const filesOfContent = (digests: readonly string[]) =>
  getMany(fileContentEntity, digests.map(keys.bankFileContent), { consistent: true });

export const fileContentChange = (content: z.output<typeof fileContent>): Change => ({
  item: put({ ...keys.bankFileContent(content.digest), entity: fileContentEntity.name, ...content }),
});
