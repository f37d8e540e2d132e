import { useState } from 'react';
import { bankFiles } from '../../shared/contracts/bank-files.ts';
import { entryDecision } from '../../shared/bank-files/bank-files-contract.ts';
import type { InboxAction, InboxEntryRow } from '../../shared/bank-files/inbox-file.ts';
import { useAction } from '../app/data.ts';
import { Form } from '../app/form.tsx';
import { Button } from '../ui/Button.tsx';
import { DescriptionList } from '../ui/DescriptionList.tsx';
import { Field } from '../ui/Field.tsx';
import { Money } from '../ui/formatted-text.tsx';
import { Popup } from '../ui/Popup.tsx';
import { meaningOf } from './inbox-columns.tsx';

interface EntryDecisionPopupProps {
  entry: InboxEntryRow;
  onClose: (decided: boolean) => void;
}

const titles: Record<InboxAction, string> = {
  assign: 'Assign this entry',
  dismiss: 'Dismiss this entry',
  close: 'Close this case',
};
const labels: Record<InboxAction, string> = {
  assign: 'Assign entry',
  dismiss: 'Dismiss entry',
  close: 'Close case',
};

export function EntryDecisionPopup({ entry, onClose }: EntryDecisionPopupProps) {
  const isCase = entry.status === 'case';
  const [action, setAction] = useState<InboxAction>(isCase ? 'close' : 'assign');
  const settle = useAction(bankFiles.settleEntry);
  return (
    <Popup open title={titles[action]} onClose={() => onClose(false)}>
      <div className="bank-check">
        <p className="bank-message">{entry.reason}</p>
        <DescriptionList
          items={[
            ['Name at the bank', entry.name],
            ['Bank’s code', `${entry.code} ${meaningOf(entry)}`],
            ['Amount', <Money key="amount" cents={entry.amount} />],
            ['Trace number', entry.originalTrace || '–'],
          ]}
        />
        {entry.assignment && (
          <p className="field-hint">
            An administrator assigned this entry to trace number {entry.assignment.trace}. Another one
            confirms it by the same assignment.
          </p>
        )}
        {!isCase && <ActionSwitch action={action} onAction={setAction} />}
        <Form
          key={action}
          schema={entryDecision}
          initial={{ action, trace: '', note: '' }}
          guard={false}
          safe="Nothing was changed."
          submitLabel={labels[action]}
          submitKind={action === 'dismiss' ? 'primary' : 'action'}
          busyLabel="Saving…"
          actions={<Button onClick={() => onClose(false)}>Cancel</Button>}
          onSubmit={async (body) => {
            const { inboxFileId, position } = entry;
            await settle.run({
              params: { inboxFileId, position: String(position) },
              body: { ...body, action },
            });
            onClose(true);
          }}
        >
          {action === 'assign' && (
            <Field
              name="trace"
              hint="15 digits, from the page of the bank file. Leave it empty to check the entry again unchanged."
            />
          )}
          <Field name="note" hint="Visible to everyone who views this entry." />
        </Form>
      </div>
    </Popup>
  );
}

const ActionSwitch = ({
  action,
  onAction,
}: {
  action: InboxAction;
  onAction: (action: InboxAction) => void;
}) => (
  <fieldset className="bank-switch">
    <legend className="hidden-text">Decision for this entry</legend>
    {(['assign', 'dismiss'] as const).map((option) => (
      <Button
        key={option}
        small
        aria-pressed={action === option}
        kind={action === option ? 'primary' : 'plain'}
        onClick={() => onAction(option)}
      >
        {option === 'assign' ? 'Assign' : 'Dismiss'}
      </Button>
    ))}
  </fieldset>
);
