import { useState } from 'react';
import { notify } from '../../../web/app/notices.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { Card } from '../../../web/ui/Card.tsx';
import { useConfirm } from '../../../web/ui/ConfirmDialog.tsx';
import { DateText, Money } from '../../../web/ui/formatted-text.tsx';
import { Icon, iconNames } from '../../../web/ui/Icon.tsx';
import { PageHeading } from '../../../web/ui/PageTitle.tsx';
import { Popup } from '../../../web/ui/Popup.tsx';
import { ProgressBar } from '../../../web/ui/ProgressBar.tsx';
import { StatusBadge } from '../../../web/ui/StatusBadge.tsx';

export function PiecesPage() {
  const confirm = useConfirm();
  const [open, setOpen] = useState(false);
  const [result, setResult] = useState('none');
  const ask = async () => {
    const yes = await confirm({
      title: 'Send 3 files to the bank?',
      text: 'The bank collects $12,480.00 from 312 members on 04/01/2026.',
      action: 'Send 3 files',
    });
    setResult(yes ? 'yes' : 'no');
  };
  return (
    <>
      <PageHeading title="Pieces" lead="All small components." />
      <Card title="Buttons" aside={<StatusBadge color="green" label="Ready" />}>
        <div className="page-actions">
          <Button kind="action">Send to the bank</Button>
          <Button kind="primary" icon="plus">
            Add a partner
          </Button>
          <Button icon="download">Download</Button>
          <Button kind="quiet">Cancel</Button>
          <Button kind="danger" icon="trash">
            Delete
          </Button>
          <Button kind="primary" busy busyLabel="Saving…">
            Save
          </Button>
          <Button disabled>Save</Button>
          <Button small icon="edit">
            Edit
          </Button>
          <Button kind="quiet" icon="more" iconOnly>
            More
          </Button>
        </div>
      </Card>
      <Card title="States and figures">
        <div className="page-actions">
          <StatusBadge color="yellow" label="Pending" />
          <StatusBadge color="orange" label="Submitted to ACH" />
          <StatusBadge color="green" label="Request completed" />
          <StatusBadge color="beet" label="Returned by US Bank" />
          <StatusBadge color="blue" label="On hold" icon="pause" />
        </div>
        <p>
          <Money cents={124_800} /> on <DateText date="2026-04-01" />, seen{' '}
          <DateText date="2026-04-01T14:30:00Z" />
        </p>
        <ProgressBar label="Creating key fobs" done={1240} total={4999} />
        <ProgressBar
          label="Inviting members"
          done={88}
          total={100}
          state="failed"
          text="1,088 counted, 210 not counted, 1,910 already imported, 12 failed. Download the list to see why."
        />
      </Card>
      <Card
        title="Dialogs and notices"
        footer={
          <>
            <Button onClick={() => notify.success('Partner saved.')}>Notify</Button>
            <Button onClick={() => notify.warning('The bank closes in 20 minutes.')}>Warn</Button>
            <Button onClick={() => notify.error('<b>Resource</b> not found.', { requestId: '01JD3V8Q' })}>
              Fail
            </Button>
          </>
        }
      >
        <div className="page-actions">
          <Button onClick={() => void ask()}>Ask</Button>
          <Button onClick={() => setOpen(true)}>Open</Button>
          <span data-testid="result">{result}</span>
        </div>
        <Popup
          open={open}
          title="Members transfer"
          onClose={() => setOpen(false)}
          actions={
            <Button kind="primary" onClick={() => setOpen(false)}>
              Transfer 4 members
            </Button>
          }
        >
          <p>Four members move to Uptown Strength, Minneapolis, on the first of next month.</p>
        </Popup>
      </Card>
      <Card title="Pictures">
        <div className="page-actions">
          {iconNames.map((name) => (
            <Icon key={name} name={name} size={24} label={name} />
          ))}
        </div>
      </Card>
    </>
  );
}
