import { payments } from '../../shared/payments/contract.ts';
import { payrollSettingsForm, type PayrollSettings } from '../../shared/payments/payroll/payroll-file.ts';
import { useAction } from '../app/data.ts';
import { Form } from '../app/form.tsx';
import { Field } from '../ui/Field.tsx';

interface SettingsProps {
  partnerId: string;
  settings: PayrollSettings;
  onSaved: () => void;
}

export function PayrollSettingsForm({ partnerId, settings, onSaved }: SettingsProps) {
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
