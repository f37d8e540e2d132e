import { bankFiles } from '../../../shared/contracts/bank-files.ts';
import { holidaysAhead, nextCutOff } from '../../../shared/bank-files/treasury/bank-day.ts';
import { dateInChicago } from '../../../shared/calendar.ts';
import { handle } from '../../handle.ts';
import { waitingApprovals } from '../approving/approvals-sheet.ts';
import { environmentBankSettings } from '../bank-settings.ts';
import { listOpenEntries } from '../inbox/inbox-store.ts';
import { waitingAccounts } from '../prenotes/waiting-accounts.ts';
import { bankFilesIn } from '../store.ts';
import { flowRates, waitingToBeSent } from '../treasury/figures.ts';

const maxEntries = 10;
const daysAhead = 60;

export const handler = handle(bankFiles.getTreasury, async ({ caller, now }) => {
  const [pending, approvals, unknownFiles, open, waiting, rates] = await Promise.all([
    waitingToBeSent(now),
    waitingApprovals(caller.userId, now),
    bankFilesIn(['unknown']),
    listOpenEntries({ sortBy: 'deadline', sortOrder: 'asc', pageSize: maxEntries }),
    waitingAccounts(undefined, now),
    flowRates(now),
  ]);
  return {
    cutOff: environmentBankSettings ? nextCutOff(environmentBankSettings, now) : null,
    holidays: holidaysAhead(dateInChicago(now), daysAhead),
    pending,
    approvals,
    unknownFiles,
    openEntryCount: open.totalCount ?? open.items.length,
    openEntries: open.items,
    waitingAccounts: waiting.items.slice(0, maxEntries),
    rates,
  };
});
