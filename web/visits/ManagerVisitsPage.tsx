import { useSession } from '../app/session.tsx';
import { ForbiddenState } from '../ui/states.tsx';
import { VisitLog } from './VisitLog.tsx';

export default function ManagerVisitsPage() {
  const { me } = useSession();
  return me?.partnerId ? <VisitLog partnerId={me.partnerId} reader="employer" /> : <ForbiddenState />;
}
