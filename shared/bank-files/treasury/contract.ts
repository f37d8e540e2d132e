import * as z from 'zod';
import { endpoint } from '../../endpoint.ts';
import { money } from '../../money.ts';
import { approvalRow } from '../approval.ts';
import { bankFile } from '../bank-file.ts';
import { bankFlows } from '../bank-flow-table.ts';
import { inboxEntryRow } from '../inbox/inbox-file.ts';
import { waitingAccountRow } from '../prenotes/contract.ts';
import { returnMeasures } from './return-rates.ts';

const total = money({ most: Number.MAX_SAFE_INTEGER });
const measureIds = returnMeasures.map(({ id }) => id);

export const getTreasury = endpoint({
  method: 'GET',
  path: '/bankfiles/treasury',
  roles: ['systemAdmin'],
  summary:
    "Returns the administrator's tasks for today: cutoff and holidays, pending payments, approvals, Unknown files, entries to review, return rates.",
  response: z.object({
    /** Next cutoff in Chicago time; null without bank settings. */
    cutOff: z.object({ date: z.string(), time: z.string() }).nullable(),
    holidays: z.array(z.object({ name: z.string(), date: z.string() })),
    pending: z.array(
      z.object({
        periodId: z.string(),
        bankFlow: z.enum(bankFlows),
        amount: total,
        dueDate: z.string(),
      }),
    ),
    approvals: z.array(approvalRow),
    unknownFiles: z.array(
      bankFile
        .pick({ id: true, name: true, bankFlow: true, effectiveDate: true, statusAt: true, reason: true })
        .extend({ debit: total, credit: total }),
    ),
    openEntryCount: z.int(),
    openEntries: z.array(inboxEntryRow),
    waitingAccounts: z.array(waitingAccountRow),
    rates: z.array(
      z.object({
        bankFlow: z.enum(bankFlows),
        originated: z.int(),
        returned: z.object({ unauthorized: z.int(), administrative: z.int(), all: z.int() }),
        levels: z.array(z.object({ measure: z.enum(measureIds), level: z.enum(['ok', 'watch', 'over']) })),
      }),
    ),
  }),
});
