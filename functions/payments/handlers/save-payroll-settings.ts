import { payments } from '../../../shared/contracts/payments.ts';
import { loadPartner } from '../../partners/store.ts';
import { handle } from '../../handle.ts';
import { auditWrite } from '../../table/audit.ts';
import { transact } from '../../table/transact.ts';
import { loadPayrollSettings, payrollSettingsChange } from '../payroll/store.ts';

export const handler = handle(
  payments.savePayrollSettings,
  async ({ params: { partnerId }, body, caller: { userId: who }, now }) => {
    await loadPartner(partnerId);
    const before = { ...(await loadPayrollSettings(partnerId)), version: body.version };
    await transact(
      ...payrollSettingsChange(partnerId, before, body),
      auditWrite(
        {
          name: 'payroll settings changed',
          subject: `partner ${partnerId}`,
          who,
          before: { ...before },
          after: { ...body },
        },
        now,
      ),
    );
    const data = { ...body, version: body.version + 1 };
    return { success: true, message: 'The payroll settings were saved.', data };
  },
);
