import { isScientific } from '../visible-text.ts';
import * as z from 'zod';
import { choice, state, text, zipCode } from '../fields.ts';
import { membershipTypes } from '../members/member.ts';
import { readableState, readableZip } from './readable-values.ts';

/** Optional columns of an employees file; missing values remain unknown (spec 3 §2, general info). */
export const detailColumns = {
  middleInitial: { title: 'Middle Initial', aliases: ['MI', 'Middle'], optional: true },
  address1: {
    title: 'Address 1',
    aliases: ['Address', 'Street', 'Street Address'],
    exported: ['Address Line 1', 'Legal / Preferred Address: Address Line 1', 'Home Address Street 1'],
    optional: true,
  },
  address2: {
    title: 'Address 2',
    aliases: ['Apartment', 'Unit'],
    exported: ['Address Line 2', 'Legal / Preferred Address: Address Line 2', 'Home Address Street 2'],
    optional: true,
  },
  city: {
    title: 'City',
    aliases: ['Town'],
    exported: ['Legal / Preferred Address: City', 'Home Address City'],
    optional: true,
  },
  state: {
    title: 'State',
    exported: ['Legal / Preferred Address: State / Territory Code', 'Home Address State'],
    optional: true,
  },
  zipCode: {
    title: 'ZIP Code',
    aliases: ['Zip', 'Postal Code'],
    exported: ['Legal / Preferred Address: Zip / Postal Code', 'Home Address Zip'],
    optional: true,
  },
  membershipType: { title: 'Membership Type', optional: true },
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
  },
} as const;
export type DetailField = keyof typeof detailColumns;
export const detailFields = Object.keys(detailColumns) as DetailField[];

export type DetailCells = Partial<Record<DetailField, string>>;

/** Formulas, numbers that Excel changed, and social security numbers identify nobody. */
const isEmployeeNumber = (value: string): boolean =>
  !isScientific(value) && !/^=|^\d{3}-\d{2}-\d{4}$/.test(value.trim());

/** Validated cells of a row; each may be blank. */
export const rosterDetails = z.object({
  middleInitial: text('Middle Initial', { max: 10, required: false, pattern: /^\p{L}$/u }),
  address1: text('Address 1', { max: 100, required: false }),
  address2: text('Address 2', { max: 100, required: false }),
  city: text('City', { max: 50, required: false }),
  state: state('State', { required: false, ofAddress: true }),
  zipCode: zipCode('ZIP Code', { required: false }),
  membershipType: choice(
    'Membership Type',
    membershipTypes.map((value) => ({ value, label: value })),
    { required: false },
  ),
  employeeNumber: text('Employee Number', { max: 50, required: false }).refine(
    (value) => value === undefined || isEmployeeNumber(value),
    'Employee Number is not valid.',
  ),
});

/** Expected format, appended to the message for an invalid cell. */
export const detailFormats: Record<DetailField, string> = {
  middleInitial: 'Write one letter.',
  address1: 'Write a street and number.',
  address2: 'Write an apartment or unit.',
  city: 'Write a city.',
  state: 'Write its name or its two letters, such as MN.',
  zipCode: 'Write five digits.',
  employeeNumber: 'Write at most 50 letters and digits.',
  membershipType: `Write ${membershipTypes.join(', ')}.`,
};

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
