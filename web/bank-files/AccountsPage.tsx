import { useState } from 'react';
import { bankFlows, bankFlowTable, type BankFlow } from '../../shared/bank-files/bank-flow-table.ts';
import { bankFiles } from '../../shared/bank-files/contract.ts';
import { boundRequest } from '../app/bound-request.ts';
import { DownloadButton } from '../app/DownloadButton.tsx';
import { usePages } from '../app/list-pages.ts';
import { Button } from '../ui/Button.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import { EmptyState } from '../ui/states.tsx';
import { Table } from '../ui/Table.tsx';
import { accountColumns } from './account-columns.tsx';
import './bank-files.css';
import { PrenotesPopup } from './PrenotesPopup.tsx';

export default function AccountsPage() {
  const [prenoteFlow, setPrenoteFlow] = useState<BankFlow>();
  const { pages, ...list } = usePages(bankFiles.listWaitingAccounts, { query: {} });
  const rows = pages.flatMap(({ items }) => items);
  const flows = bankFlows.filter((flow) =>
    rows.some(({ state, bankFlow }) => state === 'prenote needed' && bankFlow === flow),
  );
  return (
    <>
      <PageHeading
        title="Accounts waiting"
        lead="Bank accounts that payments do not use yet or no longer use, and when that changes."
        actions={
          <>
            <DownloadButton of={boundRequest(bankFiles.downloadWaitingAccounts, {})} />
            {flows.map((flow) => (
              <Button key={flow} kind="primary" onClick={() => setPrenoteFlow(flow)}>
                Send prenotes: {bankFlowTable[flow].label.toLowerCase()}
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
      {prenoteFlow && (
        <PrenotesPopup
          flow={prenoteFlow}
          onClose={(isSent) => {
            setPrenoteFlow(undefined);
            if (isSent) list.reload();
          }}
        />
      )}
    </>
  );
}
