import * as z from 'zod';
import { calendarDate, choice, flag, phone, state, text, zipCode } from '../fields.ts';
import { facilityEnrollmentStatuses, facilityLocationTypes } from './facility.ts';

const choices = <Id extends number>(options: readonly { id: Id; name: string }[]) =>
  options.map(({ id, name }) => ({ value: id, label: name }));

const degrees = (label: string) =>
  text(label, {
    max: 12,
    pattern: /^-?\d{1,3}(\.\d{1,8})?$/,
    message: `${label} is not valid. Write degrees, such as 44.9854 or -93.2702.`,
  });

/** The number that check-in files contain. */
export const facilityNumberPattern = /^[A-Za-z0-9-]{1,20}$/;

/** The fields of a facility that administrators edit; its number never changes. */
export const facilityForm = z.object({
  name: text('Name', { max: 100 }),
  description: text('Description', { max: 1000, required: false, lines: true }),
  rules: text('Rules', { max: 2000, required: false, lines: true }),
  facilityLocationType: choice('Type', choices(facilityLocationTypes)),
  address1: text('Address', { max: 100 }),
  city: text('City', { max: 50 }),
  state: state('State'),
  zipCode: zipCode('ZIP Code'),
  latitude: degrees('Latitude'),
  longitude: degrees('Longitude'),
  contactNumber: phone('Phone', { required: false }),
  website: text('Website', {
    max: 300,
    required: false,
    pattern: /^https?:\/\/[^\s/?#@:]+\.[^\s/?#@:]{2,}([/?#:]\S*)?$/i,
    message: 'Website is not valid. Write it as https://www.example.com.',
  }),
  afNumber: text('AF Number', { max: 20, required: false }),
  isPpv: flag('Pay per visit'),
  enrollmentStatus: choice('Status', choices(facilityEnrollmentStatuses)),
  statusUntil: calendarDate('Until', { required: false }),
});

/** The form of a single new facility; its coordinates are those of the ZIP code or the city. */
export const newFacilityForm = facilityForm
  .pick({
    name: true,
    description: true,
    facilityLocationType: true,
    address1: true,
    city: true,
    state: true,
    zipCode: true,
    contactNumber: true,
    website: true,
    afNumber: true,
    isPpv: true,
  })
  .extend({
    facilityNumber: text('Facility ID', {
      max: 20,
      pattern: facilityNumberPattern,
      message: 'Facility ID is not valid. Write at most 20 letters, digits, and hyphens.',
    }),
  });
