import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { showFailure } from '../app/notices.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { PageHeading } from '../ui/PageTitle.tsx';

/** Stops the emails about visits of a membership by the link of an email, without a login. */
export default function StopVisitEmailsPage() {
  const [params] = useSearchParams();
  const [isStopped, setStopped] = useState(false);
  const [stopping, setStopping] = useState(false);
  const query = { memberId: params.get('memberGuid') ?? '', token: params.get('token') ?? '' };
  const confirm = async () => {
    setStopping(true);
    try {
      const [{ visits }, { callApi }] = await Promise.all([
        import('../../shared/contracts/visits.ts'),
        import('../app/api.ts'),
      ]);
      await callApi(visits.stopEmails, { query });
      setStopped(true);
    } catch (error) {
      showFailure(error);
      setStopping(false);
    }
  };
  return (
    <>
      <PageHeading title="Emails about your visits" />
      <Card>
        {isStopped ? (
          <output>
            You no longer receive emails about your visits. You can turn them on again under Visits after you
            log in.
          </output>
        ) : (
          <>
            <p>
              Reminders and emails about your visits stop. Emails about your membership and payments are still
              sent.
            </p>
            <p>
              <Button kind="primary" busy={stopping} busyLabel="Stopping…" onClick={() => void confirm()}>
                Stop emails about visits
              </Button>
            </p>
          </>
        )}
      </Card>
    </>
  );
}
