import { useSession } from '../app/session.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import { ManagerForm } from './ManagerForm.tsx';

/** A manager's own names and email. */
export default function ManagerProfilePage() {
  const { me, retry } = useSession();
  return (
    <>
      <PageHeading title="General" lead="Your name and the email address that you log in with." />
      {me && <ManagerForm managerId={me.userId} whose="You" onSaved={async () => retry()} />}
    </>
  );
}
