import { facilities } from '../../../shared/facilities/contract.ts';
import { useList } from '../../app/data.ts';
import { PaymentsToClub } from '../PaymentsToClub.tsx';
import { ClubFrame } from './ClubFrame.tsx';

export default function ClubPaymentsPage() {
  return <ClubFrame>{({ club }) => <Payments facilityId={club.id} />}</ClubFrame>;
}

function Payments({ facilityId }: { facilityId: string }) {
  const list = useList(facilities.paymentsOf, { params: { facilityId }, query: {} });
  return <PaymentsToClub list={list} caption="Payments to this facility" />;
}
