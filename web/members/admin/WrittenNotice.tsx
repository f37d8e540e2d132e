import { useState } from 'react';
import * as z from 'zod';
import { confirmed, endingLines, type Ending } from '../../../shared/accounts/ending.ts';
import { members } from '../../../shared/contracts/members.ts';
import { calendarDate } from '../../../shared/fields.ts';
import { useAction, useEndpoint } from '../../app/data.ts';
import { Form } from '../../app/form.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { DescriptionList } from '../../ui/DescriptionList.tsx';
import { showMoney } from '../../../shared/money.ts';
import { Field } from '../../ui/Field.tsx';
import { showDate } from '../../ui/formatted-text.tsx';
import { FailedState, SkeletonLines } from '../../ui/states.tsx';

const noticeForm = z.object({ noticeOn: calendarDate('Day of Notice') });

/** Records a member's notice in writing, by mail, email, or at the club, with the effects on its day. */
export function WrittenNotice({ memberId, name }: { memberId: string; name: string }) {
  const [noticeOn, setNoticeOn] = useState<string>();
  return (
    <Card title="Notice in writing">
      <p>
        If {name} ended the membership by mail, by email, or at the club, enter the day of the notice, at most
        twelve months ago. The membership ends as if the notice had been recorded on that day: within the
        right of cancellation with a full refund, later with a refund of the dues of months after the end.
      </p>
      <Form
        schema={noticeForm}
        initial={{ noticeOn: '' }}
        submitLabel="Show effects"
        busyLabel="Loading…"
        guard={false}
        onSubmit={(form) => {
          setNoticeOn(form.noticeOn);
          return Promise.resolve();
        }}
      >
        <Field name="noticeOn" />
      </Form>
      {noticeOn && (
        <Effects memberId={memberId} name={name} noticeOn={noticeOn} onEnded={() => setNoticeOn(undefined)} />
      )}
    </Card>
  );
}

interface EffectsProps {
  memberId: string;
  name: string;
  noticeOn: string;
  onEnded: () => void;
}

function Effects({ memberId, name, noticeOn, onEnded }: EffectsProps) {
  const { data, error, retrying, reload } = useEndpoint(members.ending, { query: { memberId, noticeOn } });
  const end = useAction(members.end, members.overview);
  if (error) return <FailedState error={error} onRetry={reload} retrying={retrying} />;
  if (!data) return <SkeletonLines lines={4} />;
  if (!data.ending) return <p>{data.refusal}</p>;
  const endNow = async (ending: Ending) => {
    // the effects of another notice would contradict the recorded one
    if (await end.act({ body: { memberId, noticeOn, ...confirmed(ending) } })) onEnded();
    else reload();
  };
  const { ending } = data;
  return (
    <>
      <p>{name} receives these effects by email:</p>
      <DescriptionList items={[['Notice', showDate(noticeOn)], ...endingLines(ending)]} />
      <div className="page-actions">
        <Button busy={end.running} busyLabel="Ending…" onClick={() => void endNow(ending)}>
          {ending.kind === 'cancel'
            ? 'Cancel membership with a full refund'
            : ending.refundTotal > 0
              ? `End membership and refund ${showMoney(ending.refundTotal)}`
              : 'End membership'}
        </Button>
      </div>
    </>
  );
}
