import { periodOf, dateInChicago } from '../../../shared/calendar.ts';
import { payments } from '../../../shared/contracts/payments.ts';
import { loadPartner } from '../../partners/store.ts';
import { handle } from '../../handle.ts';
import { loadPayrollSettings, loadPayrollYear, yearOf, payrollSettingsChange } from '../payroll/store.ts';
import { sheetResponse } from '../../files/sheet-source.ts';
import { payrollSheet } from '../payroll/payroll-sheet.ts';
import { mustFollow, onSiteFacilitiesOf } from '../../../shared/payments/payroll-file.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { loadFacilities } from '../../facilities/store.ts';
import { beginJob } from '../../jobs/begin.ts';
import { auditWrite } from '../../table/audit.ts';
import { transact } from '../../table/transact.ts';

export const payrollHandler = handle(payments.payroll, async ({ params: { partnerId }, now }) => {
  await loadPartner(partnerId);
  const year = Number(yearOf(periodOf(dateInChicago(now))));
  const [settings, ...years] = await Promise.all([
    loadPayrollSettings(partnerId),
    loadPayrollYear(partnerId, String(year - 1)),
    loadPayrollYear(partnerId, String(year)),
  ]);
  return { settings, files: years.flatMap(({ files }) => files).toReversed() };
});

export const downloadPayrollHandler = handle(
  payments.downloadPayroll,
  async ({ params, query: { format = 'xlsx' }, ...context }) => {
    const input = { ...params, format };
    const { partnerId } = params;
    return sheetResponse(await payrollSheet(input), { what: 'payroll', input, partnerId }, context);
  },
);

export const makePayrollHandler = handle(
  payments.makePayroll,
  async ({ params: { partnerId }, body: { periodId }, caller, now, newId }) => {
    await loadPartner(partnerId);
    const { files } = await loadPayrollYear(partnerId, yearOf(periodId));
    mustFollow(files, periodId, now);
    return beginJob(
      {
        id: newId(),
        kind: 'payroll',
        input: { partnerId, periodId },
        total: Number(periodId.slice(4)),
        message: 'Counting payments of the year.',
        tally: { added: 0 },
        partnerId,
      },
      caller,
      now,
    );
  },
);

/** Throws ('invalid') if an ID is not that of a club: its dues would be marked as taxable without a notice. */
async function requireClubs(facilityIds: readonly string[]): Promise<void> {
  const existing = new Set((await loadFacilities([...new Set(facilityIds)])).map(({ id }) => id));
  const unknown = facilityIds.filter((id) => !existing.has(id));
  if (unknown.length > 0)
    throw new Refusal('invalid', `No club has the Facility ID ${unknown.join(' or ')}.`, 'onSiteClubs');
}

export const savePayrollSettingsHandler = handle(
  payments.savePayrollSettings,
  async ({ params: { partnerId }, body, caller: { userId: who }, now }) => {
    await Promise.all([loadPartner(partnerId), requireClubs(onSiteFacilitiesOf(body))]);
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
