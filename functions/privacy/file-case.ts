import { checkFiling, dueDate, type CaseKind, type PrivacyCase } from '../../shared/privacy/privacy-case.ts';
import { sendEmail } from '../platform/email.ts';
import { transact } from '../table/transact.ts';
import { caseEvent } from './case-actions.ts';
import { filedEmail } from './case-email.ts';
import { caseChange, casesOf } from './case-store.ts';

interface Filing {
  id: string;
  owner: string;
  userId: string | null;
  memberIds: string[];
  name: string;
  email: string;
  kind: CaseKind;
  details: string;
  /** When the request arrived; the deadline of a deletion begins with the verified identity. */
  filedAt: Date;
}

/** Files a request of a person with a verified identity, and emails the confirmation of receipt. */
export async function fileCase({ filedAt, ...filing }: Filing, now: Date): Promise<PrivacyCase> {
  checkFiling(filing.kind, await casesOf(filing.owner), now);
  const filed: PrivacyCase = {
    ...filing,
    status: 'open',
    filedAt: filedAt.toISOString(),
    dueOn: dueDate(filing.kind, filing.kind === 'deletion' ? now : filedAt),
    actions: [],
    answer: '',
    closedAt: null,
    version: 0,
  };
  await transact(
    ...caseChange(null, filed),
    caseEvent('privacy request filed', filed, filing.userId ?? 'guest', now),
  );
  await sendEmail(filedEmail(filed));
  return filed;
}
