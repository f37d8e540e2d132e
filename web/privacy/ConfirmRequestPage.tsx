import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { privacy } from '../../shared/contracts/privacy.ts';
import { pathTo } from '../app/addresses.ts';
import { useAction } from '../app/data.ts';
import { CallError } from '../platform/call-error.ts';
import { Button, buttonClass } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { showDate } from '../ui/formatted-text.tsx';
import { PageHeading } from '../ui/PageTitle.tsx';
import { EmptyState } from '../ui/states.tsx';

// a button, because email scanners open links
export default function ConfirmRequestPage() {
  const { token = '' } = useParams();
  const confirm = useAction(privacy.confirmRequest);
  const [dueOn, setDueOn] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const file = async () => {
    try {
      setDueOn((await confirm.run({ body: { token } })).dueOn);
    } catch (error) {
      setFailure(error instanceof CallError ? error.message : 'The request was not filed. Try again.');
    }
  };
  if (failure !== undefined)
    return (
      <EmptyState
        wholePage
        icon="mail"
        title="The request was not filed"
        text={failure}
        action={
          <Link className={buttonClass()} to={pathTo('dataPrivacyRequest')}>
            Privacy requests
          </Link>
        }
      />
    );
  if (dueOn !== undefined)
    return (
      <EmptyState
        wholePage
        icon="check-circle"
        title="Your request was filed"
        text={`We respond by ${showDate(dueOn)} and emailed you a confirmation.`}
      />
    );
  return (
    <>
      <PageHeading
        title="Confirm the privacy request"
        lead="Confirm that the request comes from you. It is filed with this step."
      />
      <Card>
        <div className="page-actions">
          <Button kind="action" busy={confirm.running} busyLabel="Filing…" onClick={() => void file()}>
            File the request
          </Button>
        </div>
      </Card>
    </>
  );
}
