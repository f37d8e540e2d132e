import { users } from '../../shared/contracts/users.ts';
import type { ListedSession } from '../../shared/users/sessions.ts';
import { useAction, useEndpoint } from '../app/data.ts';
import { useSession } from '../app/session.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import { SessionTable } from './SessionTable.tsx';

const durationOf = (minutes: number): string =>
  minutes >= 2880
    ? `${Math.floor(minutes / 1440)} days`
    : minutes >= 120
      ? `${Math.floor(minutes / 60)} hours`
      : `${minutes} minutes`;

export default function SessionsPage() {
  const { data = [], error, loading, reload, retrying } = useEndpoint(users.sessions, {});
  const endOthers = useAction(users.endOtherSessions);
  const { me } = useSession();
  const endAll = async () => {
    await endOthers.act({});
    reload();
  };
  return (
    <>
      <PageHeading
        title="Devices"
        lead={`You are logged in on these devices.${me ? ` A device is logged out after ${durationOf(me.idleMinutes)} without use.` : ''}`}
      />
      <Card>
        <SessionTable
          sessions={data}
          loading={loading}
          failed={error ? { error, onRetry: reload, retrying } : undefined}
          renderAction={(session) => session.isOwn || <EndSession session={session} onDone={reload} />}
        />
        {data.length > 1 && (
          <p className="page-actions">
            <Button
              kind="danger"
              busy={endOthers.running}
              busyLabel="Logging out…"
              onClick={() => void endAll()}
            >
              Log out all other devices
            </Button>
          </p>
        )}
      </Card>
    </>
  );
}

function EndSession({ session, onDone }: { session: ListedSession; onDone: () => void }) {
  const end = useAction(users.endSession);
  const onClick = async () => {
    await end.act({ params: { sessionId: session.id } });
    onDone();
  };
  return (
    <Button small busy={end.running} busyLabel="Logging out…" onClick={() => void onClick()}>
      Log out<span className="hidden-text"> {session.device}</span>
    </Button>
  );
}
