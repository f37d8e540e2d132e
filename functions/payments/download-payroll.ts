import { payments } from '../../shared/payments/contract.ts';
import { Refusal } from '../../shared/refusal.ts';
import { loadPartner } from '../partners/store.ts';
import { handle } from '../platform/handle.ts';
import { payrollSheet } from './payroll/payroll-sheet.ts';
import { loadContent, loadPayrollSettings, loadPayrollYear, yearOf } from './payroll/store.ts';

export const handler = handle(
  payments.downloadPayroll,
  async ({ params: { partnerId, fileId }, query: { format = 'xlsx' } }) => {
    const { name: partnerName } = await loadPartner(partnerId);
    const { files } = await loadPayrollYear(partnerId, yearOf(fileId));
    const file = files.find(({ id }) => id === fileId);
    if (!file) throw new Refusal('not-found', 'Payroll file not found.');
    const [content, settings] = await Promise.all([loadContent(file.object), loadPayrollSettings(partnerId)]);
    return payrollSheet(content, settings, { ...file, partnerName }, format);
  },
);
