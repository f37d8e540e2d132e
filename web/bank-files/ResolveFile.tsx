import { useState } from 'react';
import type * as z from 'zod';
import { resolutionOutcomes } from '../../shared/bank-files/bank-file.ts';
import { bankFiles } from '../../shared/contracts/bank-files.ts';
import { fileResolution } from '../../shared/bank-files/treasury-contract.ts';
import type { ResponseOf } from '../../shared/endpoint.ts';
import { useAction } from '../app/data.ts';
import { Form } from '../app/form.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { Field } from '../ui/Field.tsx';

type File = ResponseOf<typeof bankFiles.get>;
type Outcome = z.output<typeof fileResolution>['outcome'];

const titles: Record<Outcome, string> = {
  arrived: 'It arrived',
  'never arrived': 'It did not arrive',
  withdrawn: 'Cancel it',
};
const meanings: Record<Outcome, string> = {
  arrived:
    'Its payments become Submitted to ACH. Select this only if the bank confirms that it has the file.',
  'never arrived':
    'The file is canceled and its payments are Pending again. Select this only if the bank confirms that it does not have the file. The file is not sent again until another administrator confirms.',
  withdrawn:
    'No confirmation is required. The file stays Unknown. If it is not in the outbox, it is sent again within five minutes.',
};
const submitLabels: Record<Outcome, string> = {
  arrived: 'Request confirmation',
  'never arrived': 'Request confirmation',
  withdrawn: 'Cancel request',
};

export function ResolveFile({ file, onDone }: { file: File; onDone: () => void }) {
  const resolve = useAction(bankFiles.resolveFile);
  const pending = file.resolution ?? null;
  const [outcome, setOutcome] = useState<Outcome>(pending?.outcome ?? 'arrived');
  const isConfirming = pending !== null && !file.isRequestedByCaller && pending.outcome === outcome;
  return (
    <Card title="Did the file arrive?">
      <div className="bank-check">
        {pending && (
          <p className="bank-message">
            {file.isRequestedByCaller ? 'You' : file.requestedByName} reported:{' '}
            {titles[pending.outcome].toLowerCase()}. “{pending.note}”{' '}
            {file.isRequestedByCaller && 'Another administrator must confirm it with the PIN.'}
          </p>
        )}
        <fieldset className="bank-switch">
          <legend className="hidden-text">The bank’s information</legend>
          {([...resolutionOutcomes, ...(pending ? ['withdrawn' as const] : [])] as const).map((option) => (
            <Button
              key={option}
              small
              aria-pressed={outcome === option}
              kind={outcome === option ? 'primary' : 'plain'}
              onClick={() => setOutcome(option)}
            >
              {titles[option]}
            </Button>
          ))}
        </fieldset>
        <p>{meanings[outcome]}</p>
        <Form
          key={`${outcome} ${isConfirming}`}
          schema={fileResolution}
          initial={{ outcome, note: '' }}
          guard={false}
          safe="Nothing was changed."
          submitLabel={isConfirming ? 'Confirm with PIN' : submitLabels[outcome]}
          submitKind={isConfirming ? 'action' : 'primary'}
          busyLabel="Saving…"
          onSubmit={async (body) => {
            await resolve.run({ params: { bankFileId: file.id }, body: { ...body, outcome } });
            onDone();
          }}
        >
          <Field
            name="note"
            hint={
              outcome === 'withdrawn'
                ? 'Why the request is canceled.'
                : 'Your contact at the bank and their information.'
            }
          />
          {isConfirming && <Field name="pin" autoComplete="off" />}
        </Form>
      </div>
    </Card>
  );
}
