import { hasSocialSecurityNumber, isScientific } from '../visible-text.ts';
import * as z from 'zod';
import { choice, state, text, zipCode } from '../fields.ts';
import { type DetailField, membershipTypes } from '../members/member.ts';
import { readableState, readableZip } from './readable-values.ts';

/** Formulas, numbers that Excel changed, and social security numbers identify no member. */
const isEmployeeNumber = (value: string): boolean =>
  !isScientific(value) && !value.trim().startsWith('=') && !hasSocialSecurityNumber(value);

interface DetailColumn {
  title: string;
  aliases?: readonly string[];
  exported?: readonly string[];
  optional: true;
  /** The validated cell, which may be blank. */
  cell: z.ZodType<string | undefined>;
  /** Expected format, appended to the message for an invalid cell. */
  format: string;
}

/** Optional columns of an employees file; missing values remain unknown (spec 3 §2, general info). */
export const detailColumns = {
  middleInitial: {
    title: 'Middle Initial',
    aliases: ['MI', 'Middle'],
    optional: true,
    cell: text('Middle Initial', { max: 10, required: false, pattern: /^\p{L}$/u }),
    format: 'Write one letter.',
  },
  address1: {
    title: 'Address 1',
    aliases: ['Address', 'Street', 'Street Address'],
    exported: ['Address Line 1', 'Legal / Preferred Address: Address Line 1', 'Home Address Street 1'],
    optional: true,
    cell: text('Address 1', { max: 100, required: false }),
    format: 'Write a street and number.',
  },
  address2: {
    title: 'Address 2',
    aliases: ['Apartment', 'Unit'],
    exported: ['Address Line 2', 'Legal / Preferred Address: Address Line 2', 'Home Address Street 2'],
    optional: true,
    cell: text('Address 2', { max: 100, required: false }),
    format: 'Write an apartment or unit.',
  },
  city: {
    title: 'City',
    aliases: ['Town'],
    exported: ['Legal / Preferred Address: City', 'Home Address City'],
    optional: true,
    cell: text('City', { max: 50, required: false }),
    format: 'Write a city.',
  },
  state: {
    title: 'State',
    exported: ['Legal / Preferred Address: State / Territory Code', 'Home Address State'],
    optional: true,
    cell: state('State', { required: false, ofAddress: true }),
    format: 'Write its name or its two letters, such as MN.',
  },
  zipCode: {
    title: 'ZIP Code',
    aliases: ['Zip', 'Postal Code'],
    exported: ['Legal / Preferred Address: Zip / Postal Code', 'Home Address Zip'],
    optional: true,
    cell: zipCode('ZIP Code', { required: false }),
    format: 'Write five digits.',
  },
  membershipType: {
    title: 'Membership Type',
    optional: true,
    cell: choice(
      'Membership Type',
      membershipTypes.map((value) => ({ value, label: value })),
      { required: false },
    ),
    format: `Write ${membershipTypes.join(', ')}.`,
  },
  employeeNumber: {
    title: 'Employee Number',
    aliases: [
      'Employee ID',
      'Employee No',
      'Emp ID',
      'Emp No',
      'Personnel Number',
      'Staff Number',
      'Worker ID',
      'EE No',
      'EE ID',
      'EE Number',
    ],
    exported: ['Associate ID', 'Employee #', 'Employee Code', 'EE Code', 'File Number'],
    optional: true,
    cell: text('Employee Number', { max: 50, required: false }).refine(
      (value) => value === undefined || isEmployeeNumber(value),
      'Employee Number is not valid.',
    ),
    format: 'Write at most 50 letters and digits.',
  },
} as const satisfies Record<DetailField, DetailColumn>;
export const detailFields = Object.keys(detailColumns) as DetailField[];

export type DetailCells = Partial<Record<DetailField, string>>;

/** Returns a value for each optional column. */
export const ofDetails = <Value>(valueOf: (field: DetailField) => Value): Record<DetailField, Value> =>
  Object.fromEntries(detailFields.map((field) => [field, valueOf(field)])) as Record<DetailField, Value>;

/** Validated cells of a row; each may be blank. */
export const rosterDetails = z.object(
  ofDetails<z.ZodType>((field) => detailColumns[field].cell) as {
    [Field in DetailField]: (typeof detailColumns)[Field]['cell'];
  },
);

/** Normalizes common forms: "B.", "minnesota", "D.C.", "55125-1234", and "family". */
export function normalizeDetails(cells: DetailCells): DetailCells {
  const { middleInitial = '', state = '', zipCode: zip = '', membershipType: type = '' } = cells;
  return {
    ...cells,
    middleInitial: middleInitial.trim().replace(/\.$/, '').toUpperCase(),
    state: readableState(state),
    zipCode: readableZip(zip) || zip,
    membershipType:
      membershipTypes.find((membershipType) => membershipType.toLowerCase() === type.trim().toLowerCase()) ??
      type,
  };
}

/** Returns the nonblank detail cells of a row by column title. */
export const nonblankDetails = (cells: DetailCells): Record<string, string> =>
  Object.fromEntries(
    detailFields.flatMap((field) => {
      const input = cells[field]?.slice(0, 400);
      return input ? [[detailColumns[field].title, input]] : [];
    }),
  );
