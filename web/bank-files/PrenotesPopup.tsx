import { useState } from 'react';
import { bankFlowTable, type BankFlow } from '../../shared/bank-files/bank-flow-table.ts';
import { bankFiles } from '../../shared/bank-files/contract.ts';
import { prenotesForm } from '../../shared/bank-files/prenotes/contract.ts';
import type { ResponseOf } from '../../shared/endpoint.ts';
import { useAction } from '../app/data.ts';
import { Form } from '../app/form.tsx';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { Popup } from '../ui/Popup.tsx';
import { InboxProgress } from './InboxProgress.tsx';

interface PrenotesPopupProps {
  flow: BankFlow;
  onClose: (isSent: boolean) => void;
}

export function PrenotesPopup({ flow, onClose }: PrenotesPopupProps) {
  const send = useAction(bankFiles.sendPrenotes);
  const [sent, setSent] = useState<ResponseOf<typeof bankFiles.sendPrenotes>>();
  const close = () => onClose(sent !== undefined);
  return (
    <Popup
      open
      size="small"
      title={`Send prenotes: ${bankFlowTable[flow].label.toLowerCase()}`}
      onClose={close}
    >
      <div className="bank-check">
        {sent ? (
          <>
            <p>{sent.message}</p>
            <InboxProgress jobId={sent.jobId} onDone={() => undefined} />
            <Button kind="primary" onClick={close}>
              Close
            </Button>
          </>
        ) : (
          <>
            <p>
              A prenote is a $0.00 entry that verifies a new account with its bank. No money moves. The
              accounts can be used three banking days after the prenotes settle.
            </p>
            <Form
              schema={prenotesForm}
              initial={{ bankFlow: flow, pin: '' }}
              guard={false}
              safe="Nothing was sent."
              submitLabel="Send prenotes"
              submitKind="action"
              busyLabel="Sending…"
              actions={<Button onClick={close}>Back</Button>}
              onSubmit={async ({ pin }) => {
                setSent(await send.run({ body: { bankFlow: flow, pin } }));
              }}
            >
              <Field name="pin" autoComplete="off" />
            </Form>
          </>
        )}
      </div>
    </Popup>
  );
}
