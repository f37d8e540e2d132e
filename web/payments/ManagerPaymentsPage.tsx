import { useSession } from '../app/session.tsx';
import { ForbiddenState } from '../ui/states.tsx';
import { PaymentsOfPartner } from './PaymentsOfPartner.tsx';

export default function ManagerPaymentsPage() {
  const { me } = useSession();
  return me?.partnerId ? <PaymentsOfPartner partnerId={me.partnerId} /> : <ForbiddenState />;
}
