import { useSession } from '../../app/session.tsx';
import { ForbiddenState } from '../../ui/states.tsx';
import { RosterChanges } from './RosterChanges.tsx';

export default function ManagerRosterChangesPage() {
  const { me } = useSession();
  return me?.partnerId ? <RosterChanges partnerId={me.partnerId} /> : <ForbiddenState />;
}
