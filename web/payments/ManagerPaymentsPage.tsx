import { LinkedAccount } from '../partners/LinkedAccount.tsx';
import { useSession } from '../app/session.tsx';
import { ForbiddenState } from '../ui/states.tsx';
import { PaymentsOfPartner } from './PaymentsOfPartner.tsx';

export default function ManagerPaymentsPage() {
  const { me } = useSession();
  if (!me?.partnerId) return <ForbiddenState />;
  return (
    <>
      <PaymentsOfPartner partnerId={me.partnerId} />
      <LinkedAccount partnerId={me.partnerId} />
    </>
  );
}
