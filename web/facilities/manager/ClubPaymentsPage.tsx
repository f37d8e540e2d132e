import { facilities } from '../../../shared/facilities/contract.ts';
import { PaymentsToClub } from '../PaymentsToClub.tsx';

export default function ClubPaymentsPage() {
  return (
    <PaymentsToClub
      endpoint={facilities.ownPayments}
      request={{}}
      title="Payments to your club"
      lead="Six months per page, latest first."
      caption="Payments to your club"
    />
  );
}
