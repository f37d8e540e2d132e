import { useSession } from '../../app/session.tsx';
import { ForbiddenState } from '../../ui/states.tsx';
import { PayrollOfPartner } from './PayrollOfPartner.tsx';

export default function ManagerPayrollPage() {
  const { me } = useSession();
  return me?.partnerId ? <PayrollOfPartner partnerId={me.partnerId} /> : <ForbiddenState />;
}
