import { useNavigate, useParams } from 'react-router-dom';
import { managers } from '../../shared/managers/contract.ts';
import { useAction } from '../app/data.ts';
import { useSession } from '../app/session.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';

/** Where the link to a new email leads. A button confirms, since programs that check emails open their links too. */
export default function ConfirmEmailPage() {
  const { token = '' } = useParams();
  const confirm = useAction(managers.confirmEmail);
  const { leave } = useSession();
  const navigate = useNavigate();
  const press = async () => {
    if (!(await confirm.act({ params: { token } }))) return;
    await leave('/?login=true');
    await navigate('/?login=true', { replace: true });
  };
  return (
    <>
      <PageHeading
        title="Confirm your email"
        lead="From now on you log in with the address that this link was sent to."
      />
      <Card>
        <p>You are logged out on every device and log in again with the new address.</p>
        <p>
          <Button kind="action" busy={confirm.running} busyLabel="Confirming…" onClick={() => void press()}>
            Confirm this address
          </Button>
        </p>
      </Card>
    </>
  );
}
