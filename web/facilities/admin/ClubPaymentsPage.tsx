import { facilities } from '../../../shared/facilities/contract.ts';
import { PaymentsToClub } from '../PaymentsToClub.tsx';
import { ClubFrame } from './ClubFrame.tsx';

export default function ClubPaymentsPage() {
  return <ClubFrame>{({ club }) => <Payments facilityId={club.id} />}</ClubFrame>;
}

const Payments = ({ facilityId }: { facilityId: string }) => (
  <PaymentsToClub
    endpoint={facilities.paymentsOf}
    request={{ params: { facilityId } }}
    caption="Payments to this facility"
  />
);
