import { useSession } from '../app/session.tsx';
import { PageHeading } from '../ui/PageTitle.tsx';
import { ManagerForm } from './ManagerForm.tsx';

export default function ManagerProfilePage() {
  const { me, retry } = useSession();
  return (
    <>
      <PageHeading title="General" lead="Your name and login email." />
      {me && <ManagerForm managerId={me.userId} whose="You" onSaved={async () => retry()} />}
    </>
  );
}
