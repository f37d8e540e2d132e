import { useSession } from '../app/session.tsx';
import { ForbiddenState } from '../ui/states.tsx';
import { Activity } from './Activity.tsx';

export default function ManagerActivityPage() {
  const { me } = useSession();
  return me?.partnerId ? <Activity partnerId={me.partnerId} /> : <ForbiddenState />;
}
