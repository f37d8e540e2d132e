/** The columns of a facilities file: the title that the portal writes, and accepted alternatives. */
export const facilityColumns = {
  facilityNumber: {
    title: 'Facility ID',
    aliases: ['Facility ID Number', 'Club ID', 'Club Number', 'Number'],
  },
  name: { title: 'Name', aliases: ['Club Name', 'Facility Name', 'Club'] },
  type: { title: 'Type', aliases: ['Facility Type', 'Location Type'], optional: true },
  address1: { title: 'Address', aliases: ['Address 1', 'Street', 'Street Address'] },
  city: { title: 'City' },
  state: { title: 'State' },
  zipCode: { title: 'ZIP Code', aliases: ['ZIP', 'Postal Code'] },
  afNumber: { title: 'AF Number', aliases: ['AF'], optional: true },
  payPerVisit: { title: 'Pay Per Visit', aliases: ['PPV'], optional: true },
  status: { title: 'Status', aliases: ['Enrollment Status'], optional: true },
  statusUntil: { title: 'Until', aliases: ['Status Until', 'Closing Date'], optional: true },
  phone: { title: 'Phone', aliases: ['Phone Number', 'Telephone'], optional: true },
  website: { title: 'Website', aliases: ['Web Address', 'URL'], optional: true },
  description: { title: 'Description', aliases: ['About'], optional: true },
  plans: { title: 'Plans', aliases: ['Plan', 'Programs'], optional: true },
  latitude: { title: 'Latitude', aliases: ['Lat'], optional: true },
  longitude: { title: 'Longitude', aliases: ['Long', 'Lng'], optional: true },
  nameOnAccount: { title: 'Name on Account', aliases: ['Account Name'], optional: true },
  routingNumber: { title: 'Routing Number', aliases: ['Routing', 'ABA'], optional: true },
  accountNumber: { title: 'Account Number', aliases: ['Account'], optional: true },
  accountType: { title: 'Account Type', optional: true },
} as const;
export type FacilityField = keyof typeof facilityColumns;
export const facilityFields = Object.keys(facilityColumns) as FacilityField[];

/** A row as read from the file: one text per column, '' for a blank cell. */
export interface FacilityRow {
  line: number;
  fields: Record<FacilityField, string>;
}

/** Returns the original cells with a masked account number: they are returned to the user who uploaded them. */
export const cellsOf = ({ fields }: FacilityRow): Record<string, string> =>
  Object.fromEntries(
    facilityFields.map((name) => [
      facilityColumns[name].title,
      name === 'accountNumber' && fields[name].length > 4
        ? `xxxxx${fields[name].slice(-4)}`
        : fields[name].slice(0, 400),
    ]),
  );
