import { useState } from 'react';
import { bankFiles } from '../../shared/contracts/bank-files.ts';
import { reversalForm } from '../../shared/bank-files/reversal/contract.ts';
import { isSameReversal } from '../../shared/bank-files/reversal/reversal.ts';
import { reversalReasons } from '../../shared/bank-files/bank-file.ts';
import { showDate } from '../../shared/calendar.ts';
import type { ResponseOf } from '../../shared/endpoint.ts';
import { useAction } from '../app/data.ts';
import { Form } from '../app/form.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { Field } from '../ui/Field.tsx';
import { InboxProgress } from './InboxProgress.tsx';

type File = ResponseOf<typeof bankFiles.get>;

interface ReverseFileProps {
  file: File;
  chosen: readonly string[];
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  onDone: () => void;
}

const entries = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'entry' : 'entries'}`;

export function ReverseFile({ file, chosen, isOpen, onOpen, onDone }: ReverseFileProps) {
  const reverse = useAction(bankFiles.reverseFile);
  const [jobId, setJobId] = useState<string | null>(null);
  const request = file.reversal?.confirmedBy === null ? file.reversal : null;
  if (jobId)
    return (
      <Card title="Reversal">
        <InboxProgress jobId={jobId} onDone={onDone} />
      </Card>
    );
  if (!isOpen && !request)
    return file.reversibleUntil ? (
      <p>
        <Button onClick={() => onOpen(true)}>Reverse this file</Button>
      </p>
    ) : null;
  const traces = request && chosen.length === 0 ? request.traces : chosen.length > 0 ? [...chosen] : null;
  const canConfirm =
    request !== null &&
    !file.isReversalRequestedByCaller &&
    isSameReversal(request, { reason: request.reason, traces });
  return (
    <Card title="Reverse this file">
      <div className="bank-check">
        {request && <PendingReversal file={file} request={request} />}
        <p>
          The bank reverses {traces ? entries(traces.length) : 'all entries'}, and the payments are Canceled.
          To reverse only some entries, mark them below.
          {file.reversibleUntil && ` The reversal must settle by ${showDate(file.reversibleUntil)}.`}
        </p>
        <Form
          key={`${request?.askedAt ?? ''} ${canConfirm}`}
          schema={reversalForm.omit({ traces: true })}
          initial={{ reason: request?.reason, note: '' }}
          guard={false}
          safe="Nothing was changed."
          submitLabel={canConfirm ? 'Confirm with PIN' : 'Request confirmation'}
          submitKind={canConfirm ? 'action' : 'primary'}
          busyLabel="Saving…"
          actions={!request && <Button onClick={() => onOpen(false)}>Back</Button>}
          onSubmit={async (body) => {
            const params = { bankFileId: file.id };
            const response = await reverse.run({ params, body: { ...body, ...(traces && { traces }) } });
            setJobId(response.jobId);
            onDone();
          }}
        >
          <Field name="reason" />
          <Field name="note" hint="Explain to the other administrator what happened." />
          {canConfirm && <Field name="pin" autoComplete="off" />}
        </Form>
      </div>
    </Card>
  );
}

const PendingReversal = ({ file, request }: { file: File; request: NonNullable<File['reversal']> }) => (
  <p className="bank-message">
    {file.isReversalRequestedByCaller ? 'You' : file.reversalRequestedByName} requested to reverse{' '}
    {request.traces ? entries(request.traces.length) : 'all entries'}:{' '}
    {reversalReasons.find(({ value }) => value === request.reason)?.label.toLowerCase()}. “{request.note}”{' '}
    {file.isReversalRequestedByCaller && 'Another administrator must confirm it with the PIN.'}
  </p>
);
