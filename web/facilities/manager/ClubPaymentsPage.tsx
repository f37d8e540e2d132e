import { facilities } from '../../../shared/facilities/contract.ts';
import { PaymentsToClub } from '../PaymentsToClub.tsx';

/** What the manager's club was and will be paid. */
export default function ClubPaymentsPage() {
  return (
    <PaymentsToClub
      endpoint={facilities.ownPayments}
      request={{}}
      title="Payments to your club"
      lead="Six months at a time, the latest first."
      caption="Payments to your club"
    />
  );
}
