import * as z from 'zod';
import { employeeColumns, employeeFields } from '../employee-rows.ts';
import { detailColumns, detailFields } from '../roster-details.ts';

/** The columns that an employees file is read for, by field. */
export const fileColumns = { ...employeeColumns, ...detailColumns };
export const fileFields = [...employeeFields, ...detailFields] as const;
export type FileField = (typeof fileFields)[number];

export const isRequired = (field: FileField): boolean => !('optional' in fileColumns[field]);

/** The longest title of a column that is remembered. */
export const longestTitle = 200;

/** Which column of a partner's files is what, by field, as it was chosen by hand; '' says that no column is it. */
export const columnMapping = z.partialRecord(z.enum(fileFields), z.string().trim().max(longestTitle));
export type ColumnMapping = z.output<typeof columnMapping>;
