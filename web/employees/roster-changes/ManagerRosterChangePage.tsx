import { useParams } from 'react-router-dom';
import { useSession } from '../../app/session.tsx';
import { ForbiddenState } from '../../ui/states.tsx';
import { RosterChangeView } from './RosterChangeView.tsx';

export default function ManagerRosterChangePage() {
  const { changeId = '' } = useParams();
  const { me } = useSession();
  return me?.partnerId ? (
    <RosterChangeView partnerId={me.partnerId} changeId={changeId} />
  ) : (
    <ForbiddenState />
  );
}
