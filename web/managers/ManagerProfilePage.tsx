import { useNavigate, useParams } from 'react-router-dom';
import { managers } from '../../shared/contracts/managers.ts';
import { useAction } from '../app/data.ts';
import { useSession } from '../app/session.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { PageHeading } from '../ui/PageTitle.tsx';
import { ManagerForm } from './ManagerForm.tsx';

/** Confirms a new or restored email by a button, because email scanners open links automatically. */
export function ConfirmEmailPage() {
  const { token = '' } = useParams();
  const confirm = useAction(managers.confirmEmail);
  const { signOut } = useSession();
  const navigate = useNavigate();
  const submit = async () => {
    if (!(await confirm.act({ params: { token } }))) return;
    await signOut('/?login=true');
    await navigate('/?login=true', { replace: true });
  };
  return (
    <>
      <PageHeading
        title="Confirm your email"
        lead="You will log in with the email that received this link."
      />
      <Card>
        <p>You will be logged out on every device. Then log in with this email.</p>
        <p>
          <Button kind="action" busy={confirm.running} busyLabel="Confirming…" onClick={() => void submit()}>
            Confirm this email
          </Button>
        </p>
      </Card>
    </>
  );
}

export default function ManagerProfilePage() {
  const { me, retry } = useSession();
  return (
    <>
      <PageHeading title="General" lead="Your name and login email." />
      {me && <ManagerForm managerId={me.userId} whose="You" onSaved={async () => retry()} />}
    </>
  );
}
