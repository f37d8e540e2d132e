import { useState } from 'react';
import { dateInChicago, nextPeriod, periodOf } from '../../shared/calendar.ts';
import { groupMemberships } from '../../shared/contracts/group-memberships.ts';
import { moneyOf } from '../../shared/accounts/ending.ts';
import { pauseText } from '../../shared/accounts/pause.ts';
import { pauseForm } from '../../shared/group-memberships/group-membership.ts';
import { isWithinAccess } from '../../shared/managers/manager-access.ts';
import { useAction, useEndpoint } from '../app/data.ts';
import { Form } from '../app/form.tsx';
import { useSession } from '../app/session.tsx';
import { now } from '../platform/time-and-chance.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { Popup } from '../ui/Popup.tsx';
import { FailedState, SkeletonLines } from '../ui/states.tsx';

/** Opens the settings of pauses, for managers who may change them. */
export function PauseSettingsButton({ onOpen }: { onOpen: () => void }) {
  const { me } = useSession();
  return isWithinAccess(me?.access ?? 'full', groupMemberships.savePauses) ? (
    <Button kind="quiet" icon="pause" onClick={onOpen}>
      Pauses of members
    </Button>
  ) : null;
}

/** Permits or turns off pauses that members begin themselves. */
export function PauseSettings({ partnerId, onClose }: { partnerId: string; onClose: () => void }) {
  const { data, error, retrying, reload } = useEndpoint(groupMemberships.get, { query: { partnerId } });
  const save = useAction(groupMemberships.savePauses, groupMemberships.get);
  const [isSaved, setSaved] = useState(false);
  // pauses begin with the next month
  const firstMonth = nextPeriod(periodOf(dateInChicago(now())));
  if (isSaved) return null;
  return (
    <Popup open title="Pauses of members" onClose={onClose}>
      <p>
        During a pause of whole months,{' '}
        {data ? pauseText(moneyOf(data, [firstMonth])) : 'visits do not count'}. Pauses that members already
        began or planned remain.
      </p>
      {error ? (
        <FailedState error={error} onRetry={reload} retrying={retrying} />
      ) : !data ? (
        <SkeletonLines lines={3} />
      ) : (
        <Form
          schema={pauseForm}
          initial={{
            pausesPerYear: String(data.pausesPerYear ?? 2),
            longestPauseMonths: String(data.longestPauseMonths ?? 3),
            version: data.version,
          }}
          submitLabel="Save"
          busyLabel="Saving…"
          guard={false}
          onSubmit={async (body) => {
            await save.run({ body: { partnerId, ...body } });
            setSaved(true);
            onClose();
          }}
        >
          <Field name="pausesPerYear" hint="0 turns pauses off." />
          <Field name="longestPauseMonths" />
        </Form>
      )}
    </Popup>
  );
}
