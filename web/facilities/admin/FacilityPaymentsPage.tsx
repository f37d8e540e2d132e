import { facilities } from '../../../shared/contracts/facilities.ts';
import { FacilityPayments } from '../FacilityPayments.tsx';
import { FacilityFrame } from './FacilityMembersPage.tsx';

export default function FacilityPaymentsPage() {
  return <FacilityFrame>{({ club }) => <Payments facilityId={club.id} />}</FacilityFrame>;
}

const Payments = ({ facilityId }: { facilityId: string }) => (
  <FacilityPayments
    endpoint={facilities.paymentsOf}
    request={{ params: { facilityId } }}
    caption="Payments to this facility"
  />
);
