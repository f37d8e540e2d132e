import * as z from 'zod';
import { employeeColumns, employeeFields } from '../employee-rows.ts';
import { detailColumns, detailFields } from '../roster-details.ts';

/** Columns of an employees file by field. */
export const fileColumns = { ...employeeColumns, ...detailColumns };
export const fileFields = [...employeeFields, ...detailFields] as const;
export type FileField = (typeof fileFields)[number];

export const isRequired = (field: FileField): boolean => !('optional' in fileColumns[field]);

/** Longest column title that is stored. */
export const longestTitle = 200;

/** Manually selected column titles by field; '' means that the field has no column. */
export const columnMapping = z.partialRecord(z.enum(fileFields), z.string().trim().max(longestTitle));
export type ColumnMapping = z.output<typeof columnMapping>;
