import { payments } from '../../../shared/contracts/payments.ts';
import { handle } from '../../handle.ts';
import { checkedInput } from '../generation/generation-input.ts';
import { memberGeneration } from '../generation/generation-kinds.ts';
import { previewPayments } from '../generation/preview-generation.ts';
import { withProgram } from '../generation/program-of-members.ts';

export const handler = handle(payments.previewMemberPayments, async ({ query, now }) =>
  previewPayments(memberGeneration, await checkedInput('member', await withProgram(query), now), now),
);
