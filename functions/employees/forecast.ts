import {
  alreadyUploaded,
  employeeColumns,
  noMembershipLeft,
  type ValidatedRow,
} from '../../shared/employees/employee-rows.ts';
import {
  reasonsOf,
  maxReportedFailures,
  type UploadCheck,
} from '../../shared/employees/files/upload-check.ts';
import { membershipCounts } from '../members/membership-count-store.ts';
import { addressesInUse } from '../members/store.ts';

type Forecast = Pick<UploadCheck, 'rows' | 'added' | 'refused' | 'reasons' | 'refusedRows'>;
export const noForecast: Forecast = { rows: 0, added: 0, refused: 0, reasons: [], refusedRows: [] };

/** Previews the upload of validated rows with the rules of the upload; writes nothing. */
export async function forecastOf(
  partnerId: string,
  rows: readonly ValidatedRow[],
  memberships: number,
): Promise<Forecast> {
  const addresses = rows.flatMap(({ employee }) => (employee ? [employee.email] : []));
  const [{ used }, usedAddresses] = await Promise.all([
    membershipCounts(partnerId),
    addressesInUse(partnerId, addresses),
  ]);
  let added = 0;
  const refused = rows.flatMap(({ line, cells, reason, employee }) => {
    const why = !employee
      ? reason
      : usedAddresses.has(employee.email.toLowerCase())
        ? alreadyUploaded
        : used + added >= memberships
          ? noMembershipLeft(memberships)
          : '';
    if (why === '') {
      added += 1;
      return [];
    }
    const cell = ({ title }: { title: string }) => cells[title] ?? '';
    const name = `${cell(employeeColumns.firstName)} ${cell(employeeColumns.lastName)}`.trim();
    return [{ line, reason: why, name, email: cell(employeeColumns.email) }];
  });
  return {
    rows: rows.length,
    added,
    refused: refused.length,
    reasons: reasonsOf(refused),
    refusedRows: refused.slice(0, maxReportedFailures),
  };
}
