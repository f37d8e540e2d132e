import { useState } from 'react';
import { dateInChicago } from '../../shared/calendar.ts';
import type { ResponseOf } from '../../shared/endpoint.ts';
import { payments } from '../../shared/contracts/payments.ts';
import {
  taxMessage,
  payrollFileName,
  payrollSettingsForm,
  type PayrollSettings,
} from '../../shared/payments/payroll-file.ts';
import { useAddress } from '../app/address.ts';
import { download } from '../app/api.ts';
import { showFailure, useAction, useEndpoint } from '../app/data.ts';
import { partnerPage } from '../app/PartnerFrame.tsx';
import { usePeriods } from '../periods/periods.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { DateText } from '../ui/formatted-text.tsx';
import { LabeledSelect } from '../ui/LabeledSelect.tsx';
import { PageHeading } from '../ui/PageTitle.tsx';
import { EmptyState, FailedState, SkeletonLines } from '../ui/states.tsx';
import { Table } from '../ui/Table.tsx';
import { Form } from '../app/form.tsx';
import { Field } from '../ui/Field.tsx';
import { GenerationProgress } from './GenerationProgress.tsx';
import './payments.css';

type File = ResponseOf<typeof payments.payroll>['files'][number];

const scopeMessage =
  'Pay codes and taxes also apply to earlier files when you download them again. A change of on-site clubs is in the next file.';

function PayrollOfPartner({ partnerId }: { partnerId: string }) {
  const params = { partnerId };
  const { data, error, loading, retrying, reload } = useEndpoint(payments.payroll, { params });
  const [{ job }, change] = useAddress('job');
  return (
    <>
      <PageHeading
        title="Payroll"
        lead="Each file contains only the amounts that are not in an earlier file of the year. Returned and corrected amounts are deducted."
      />
      <MakeFile partnerId={partnerId} onBegun={(id) => change({ job: id })} />
      {job && (
        <GenerationProgress
          jobId={job}
          labels={['Counting payments', 'Payments counted']}
          messageOf={({ message }) => message}
          onFinished={reload}
          onClose={() => change({ job: undefined })}
        />
      )}
      <Table
        caption="Payroll files"
        rows={data?.files ?? []}
        rowKey={({ id }) => id}
        loading={loading}
        failed={error ? { error, onRetry: reload, retrying } : undefined}
        columns={[
          { key: 'periodId', title: 'Month', render: payrollFileName },
          {
            key: 'madeAt',
            title: 'Made On',
            render: ({ madeAt }) => <DateText date={dateInChicago(new Date(madeAt))} />,
          },
          { key: 'lines', title: 'Lines', kind: 'number' },
          { key: 'reimbursements', title: 'Reimbursements', kind: 'money' },
          { key: 'dues', title: 'Dues', kind: 'money' },
          {
            key: 'actions',
            title: 'Download',
            pinned: 'end',
            render: (file) => <Downloads partnerId={partnerId} file={file} />,
          },
        ]}
        empty={
          <EmptyState
            icon="money"
            title="No payroll files yet"
            text="Select a month above and create the first one."
          />
        }
      />
      <Card title="Pay codes and taxes">
        <p className="quiet">{`${taxMessage} ${scopeMessage}`}</p>
        {data && <PayrollSettingsForm partnerId={partnerId} settings={data.settings} onSaved={reload} />}
      </Card>
    </>
  );
}

function MakeFile({ partnerId, onBegun }: { partnerId: string; onBegun: (jobId: string) => void }) {
  const make = useAction(payments.makePayroll);
  const periods = usePeriods('closed');
  const [chosen, setChosen] = useState<string>();
  if (periods.error) return <FailedState error={periods.error} onRetry={periods.reload} />;
  if (!periods.data) return <SkeletonLines lines={1} hidesBelow />;
  const periodId = chosen ?? periods.data[0]?.id ?? '';
  return (
    <Card title="Create a payroll file">
      <div className="payroll-month">
        <LabeledSelect
          label="Month"
          value={periodId}
          options={periods.data.map(({ id, yearMonth }) => ({ id, name: yearMonth }))}
          onChange={setChosen}
        />
        <Button
          kind="action"
          busy={make.running}
          busyLabel="Beginning…"
          disabled={periodId === ''}
          onClick={() =>
            void make
              .act({ params: { partnerId }, body: { periodId } })
              .then((begun) => begun && onBegun(begun.jobId))
          }
        >
          Create payroll file
        </Button>
      </div>
    </Card>
  );
}

function Downloads({ partnerId, file: { id } }: { partnerId: string; file: File }) {
  const save = (format: 'xlsx' | 'csv') =>
    void download(payments.downloadPayroll, { params: { partnerId, fileId: id }, query: { format } }).catch(
      showFailure,
    );
  return (
    <span className="page-actions">
      <Button small icon="download" onClick={() => save('xlsx')}>
        Excel<span className="hidden-text"> file {id}</span>
      </Button>
      <Button small icon="download" onClick={() => save('csv')}>
        CSV<span className="hidden-text"> file {id}</span>
      </Button>
    </span>
  );
}

export default partnerPage(PayrollOfPartner);

interface SettingsProps {
  partnerId: string;
  settings: PayrollSettings;
  onSaved: () => void;
}

function PayrollSettingsForm({ partnerId, settings, onSaved }: SettingsProps) {
  const save = useAction(payments.savePayrollSettings);
  const { version, ...initial } = settings;
  return (
    <Form
      key={version}
      schema={payrollSettingsForm}
      initial={initial}
      submitLabel="Save payroll settings"
      busyLabel="Saving…"
      needsChange
      onSubmit={async (body) => {
        await save.run({ params: { partnerId }, body: { ...body, version } });
        onSaved();
      }}
    >
      <div className="form-grid">
        <Field name="reimbursementCode" autoComplete="off" />
        <Field name="duesCode" autoComplete="off" />
        <Field
          name="onSiteClubs"
          autoComplete="off"
          hint="Clubs on your own premises, separated by commas. Dues paid for them are not marked as taxable."
        />
      </div>
      <Field name="isReimbursementTaxable" />
      <Field name="isDuesTaxable" />
    </Form>
  );
}
