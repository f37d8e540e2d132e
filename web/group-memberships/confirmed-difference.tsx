import { formatAffectedPayments } from '../../shared/group-memberships/affected-payments.ts';
import { groupMemberships } from '../../shared/contracts/group-memberships.ts';
import { callApi } from '../app/api.ts';
import { useConfirm } from '../ui/confirm.tsx';
import type { ProgramBody } from './program-form.ts';

export function useConfirmedDifference(): (body: ProgramBody) => Promise<boolean> {
  const confirm = useConfirm();
  return async (body) => {
    const { countsFrom, payments } = await callApi(groupMemberships.previewUpdate, { body });
    if (payments.length === 0) return true;
    return confirm({
      title: 'Change existing payments?',
      text: (
        <>
          <p>{countsFrom}</p>
          <ul>
            {payments.map((payment) => (
              <li key={`${payment.paymentTypeId} ${payment.periodId}`}>{formatAffectedPayments(payment)}</li>
            ))}
          </ul>
        </>
      ),
      action: 'Save and change payments',
    });
  };
}
