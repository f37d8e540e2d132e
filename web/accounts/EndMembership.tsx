import { useState } from 'react';
import * as z from 'zod';
import { showLastDay } from '../../shared/calendar.ts';
import type { ResponseOf } from '../../shared/endpoint.ts';
import { members } from '../../shared/contracts/members.ts';
import { confirmed, endingLines, endingReason, type Ending } from '../../shared/accounts/ending.ts';
import { pauseLines, pauseText, type PauseEffect } from '../../shared/accounts/pause.ts';
import { useAction, useEndpoint } from '../app/data.ts';
import { Form } from '../app/form.tsx';
import { Button } from '../ui/Button.tsx';
import { useConfirm } from '../ui/ConfirmDialog.tsx';
import { DescriptionList } from '../ui/DescriptionList.tsx';
import { Field } from '../ui/Field.tsx';
import { LabeledSelect } from '../ui/LabeledSelect.tsx';
import { showDate } from '../ui/formatted-text.tsx';
import { FailedState, SkeletonLines } from '../ui/states.tsx';
import './accounts.css';

interface MembershipProps {
  memberId: string;
  name: string;
}

/** Ends a membership after one confirmation that states the consequences; the reason is optional and follows. */
export function EndMembership({ memberId, name }: MembershipProps) {
  const { data, error, retrying, reload } = useEndpoint(members.ending, { query: { memberId } });
  const [ended, setEnded] = useState<Ending>();
  if (ended) return <Ended memberId={memberId} ending={ended} />;
  return (
    <>
      {data && <PauseMembership memberId={memberId} name={name} pause={data.pause} onChanged={reload} />}
      <section className="end-membership" aria-label={`End membership, ${name}`}>
        <h3>End membership</h3>
        {error ? (
          <FailedState error={error} onRetry={reload} retrying={retrying} />
        ) : !data ? (
          <SkeletonLines lines={2} />
        ) : data.ending ? (
          <EndButton
            memberId={memberId}
            name={name}
            ending={data.ending}
            onEnded={setEnded}
            onStale={reload}
          />
        ) : (
          <p>{data.refusal}</p>
        )}
      </section>
    </>
  );
}

interface EndButtonProps extends MembershipProps {
  ending: Ending;
  onEnded: (ending: Ending) => void;
  onStale: () => void;
}

function EndButton({ memberId, name, ending, onEnded, onStale }: EndButtonProps) {
  const end = useAction(members.end);
  const confirm = useConfirm();
  const isCancellation = ending.kind === 'cancel';
  const ask = async () => {
    const isSure = await confirm({
      title: `End your ${name} membership?`,
      text: <DescriptionList items={endingLines(ending)} />,
      action: 'End membership',
      cancel: 'Back',
      danger: true,
    });
    if (!isSure) return;
    if (await end.act({ body: { memberId, ...confirmed(ending) } })) onEnded(ending);
    else onStale();
  };
  return (
    <>
      <p>
        {isCancellation
          ? `You can cancel through ${showDate(ending.cancelUntil)}${ending.paysDues ? ' with a full refund of everything that was collected' : ''}.`
          : 'You see what happens before you confirm.'}
      </p>
      <div className="page-actions">
        <Button busy={end.running} busyLabel="Ending…" onClick={() => void ask()}>
          End membership<span className="hidden-text"> at {name}</span>
        </Button>
      </div>
    </>
  );
}

interface PauseProps extends MembershipProps {
  pause: ResponseOf<typeof members.ending>['pause'];
  onChanged: () => void;
}

/** Asks for a confirmation of a pause, or of its end, with its effects in dollars and dates. */
function useConfirmedPause() {
  const confirm = useConfirm();
  return (title: string, effect: PauseEffect | undefined, action: string) =>
    confirm({
      title,
      text: effect && <DescriptionList items={pauseLines(effect)} />,
      action,
      cancel: 'Back',
    });
}

/** Pauses a membership for whole months, or shows the pause and ends it early. */
function PauseMembership({ memberId, name, pause, onChanged }: PauseProps) {
  const begin = useAction(members.pause, members);
  const resume = useAction(members.resume, members);
  const [months, setMonths] = useState('1');
  const isConfirmed = useConfirmedPause();
  const { current, refusal, effects } = pause;
  const [first] = effects;
  if (!current && !pause.isOffered) return null;
  const start = async () => {
    if (await isConfirmed(`Pause your ${name} membership?`, effects[Number(months) - 1], 'Pause'))
      await begin.act({ body: { memberId, months: Number(months) } }).then(onChanged);
  };
  const end = async () => {
    if (await isConfirmed(`Resume your ${name} membership?`, first, 'Resume now'))
      await resume.act({ body: { memberId } }).then(onChanged);
  };
  return (
    <section className="end-membership" aria-label={`Pause, ${name}`}>
      <h3>Pause</h3>
      {current && (
        <p>
          Paused from {showDate(current.from)} through {showLastDay(current.to)}.
          {first && ` During the pause, ${pauseText(first)}.`}
        </p>
      )}
      {current && first ? (
        <div className="page-actions">
          <Button busy={resume.running} busyLabel="Resuming…" onClick={() => void end()}>
            Resume now
          </Button>
        </div>
      ) : refusal !== null || !first ? (
        <p>{refusal}</p>
      ) : (
        <>
          <p>
            From {showDate(first.from)}, {pauseText(first)}. You can resume earlier. You see the dates and
            amounts before you confirm.
          </p>
          <div className="reimbursement-range">
            <LabeledSelect
              label="Months"
              value={months}
              options={pause.months.map((count) => ({ id: String(count), name: String(count) }))}
              onChange={setMonths}
            />
            <Button busy={begin.running} busyLabel="Pausing…" onClick={() => void start()}>
              Pause
            </Button>
          </div>
        </>
      )}
    </section>
  );
}

const reasonForm = z.object({ reason: endingReason() });

function Ended({ memberId, ending }: { memberId: string; ending: Ending }) {
  const save = useAction(members.endingReason, members.requests);
  const [isSaved, setSaved] = useState(false);
  return (
    <section className="end-membership" aria-label="Membership ended">
      <h3>
        {ending.kind === 'cancel'
          ? 'Your membership was canceled'
          : `Your membership ${ending.isImmediate ? 'ended' : 'ends'} after ${showDate(ending.lastDay)}`}
      </h3>
      <p>We emailed you a confirmation with a PDF.</p>
      <DescriptionList items={endingLines(ending)} />
      {isSaved ? (
        <output>Thank you. The reason was saved.</output>
      ) : (
        <Form
          schema={reasonForm}
          initial={{ reason: '' }}
          submitLabel="Save reason"
          busyLabel="Saving…"
          guard={false}
          onSubmit={async ({ reason }) => {
            await save.run({ body: { memberId, reason } });
            setSaved(true);
          }}
        >
          <Field name="reason" hint="Optional. Only administrators see it." />
        </Form>
      )}
    </section>
  );
}
