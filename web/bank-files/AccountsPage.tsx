import { useState } from 'react';
import { bankFlows, bankFlowTable, type BankFlow } from '../../shared/bank-files/bank-flow-table.ts';
import { bankFiles } from '../../shared/contracts/bank-files.ts';
import { prenotesForm } from '../../shared/bank-files/treasury-contract.ts';
import type { ResponseOf } from '../../shared/endpoint.ts';
import { boundRequest } from '../app/bound-request.ts';
import { useAction } from '../app/data.ts';
import { DownloadButton } from '../app/DownloadButton.tsx';
import { usePages } from '../app/list-pages.ts';
import { Button } from '../ui/Button.tsx';
import { PageHeading } from '../ui/PageTitle.tsx';
import { EmptyState } from '../ui/states.tsx';
import { Table } from '../ui/Table.tsx';
import { Form } from '../app/form.tsx';
import { Field } from '../ui/Field.tsx';
import { Popup } from '../ui/Popup.tsx';
import { accountColumns } from './account-columns.tsx';
import { InboxProgress } from './InboxProgress.tsx';
import './bank-files.css';

export default function AccountsPage() {
  const [prenoteBankFlow, setPrenoteBankFlow] = useState<BankFlow>();
  const { pages, ...list } = usePages(bankFiles.listWaitingAccounts, { query: {} });
  const rows = pages.flatMap(({ items }) => items);
  const flows = bankFlows.filter((bankFlowToSend) =>
    rows.some(({ state, bankFlow }) => state === 'prenote needed' && bankFlow === bankFlowToSend),
  );
  return (
    <>
      <PageHeading
        title="Accounts waiting"
        lead="Bank accounts that payments do not use yet or no longer use, and when that changes."
        actions={
          <>
            <DownloadButton of={boundRequest(bankFiles.downloadWaitingAccounts, {})} />
            {flows.map((bankFlow) => (
              <Button key={bankFlow} kind="primary" onClick={() => setPrenoteBankFlow(bankFlow)}>
                Send prenotes: {bankFlowTable[bankFlow].label.toLowerCase()}
              </Button>
            ))}
          </>
        }
      />
      <Table
        caption="Accounts waiting"
        captionHidden
        columns={accountColumns}
        {...list}
        rows={rows}
        rowKey={({ payeeToken }) => payeeToken}
        empty={
          <EmptyState
            icon="check-circle"
            title="No accounts are waiting"
            text="All bank accounts can be used. New accounts appear here if the bank settings require prenotes."
          />
        }
      />
      {prenoteBankFlow && (
        <PrenotesPopup
          bankFlow={prenoteBankFlow}
          onClose={(isSent) => {
            setPrenoteBankFlow(undefined);
            if (isSent) list.reload();
          }}
        />
      )}
    </>
  );
}

function PrenotesPopup({ bankFlow, onClose }: { bankFlow: BankFlow; onClose: (isSent: boolean) => void }) {
  const send = useAction(bankFiles.sendPrenotes);
  const [sent, setSent] = useState<ResponseOf<typeof bankFiles.sendPrenotes>>();
  const close = () => onClose(sent !== undefined);
  return (
    <Popup
      open
      size="small"
      title={`Send prenotes: ${bankFlowTable[bankFlow].label.toLowerCase()}`}
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
              initial={{ bankFlow, pin: '' }}
              guard={false}
              safe="Nothing was sent."
              submitLabel="Send prenotes"
              submitKind="action"
              busyLabel="Sending…"
              actions={<Button onClick={close}>Back</Button>}
              onSubmit={async ({ pin }) => {
                setSent(await send.run({ body: { bankFlow, pin } }));
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
