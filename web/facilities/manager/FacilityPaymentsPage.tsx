import { facilities } from '../../../shared/contracts/facilities.ts';
import { FacilityPayments } from '../FacilityPayments.tsx';

export default function FacilityPaymentsPage() {
  return (
    <FacilityPayments
      endpoint={facilities.ownPayments}
      request={{}}
      title="Payments to your club"
      lead="Six months per page, latest first."
      caption="Payments to your club"
    />
  );
}
