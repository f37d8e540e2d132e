import { sized } from '../support/sized.ts';

export const clubs = [
  'Facility ID,Name,Type,Address,City,State,ZIP,AF Number,PPV,Status,Phone,Website,Latitude,Longitude,Routing Number,Account Number,Account Type',
  '8001,Pier Gym,Fitness facility,1 A Street,Duluth,Minnesota,55802,AF8001,No,Active,(218) 555-0100,,,,091000019,800100001,Checking',
  '8002,Lake Gym,Fitness facility,2 B Street,Duluth,Minnesota,55802,AF8002,No,Active,(218) 555-0101,,,,091000019,800200002,Checking',
];
export const lakeAccount = '800200002';

export const launchDate = '2026-11-10';
const dues = { memberDuesAmount: '30.00' };
const paidBack = { memberReimbursementAmount: '25.00', numberOfVisitsToReimburse: '12' };
const toClub = 'duesForOneMemberPerMonthPaidToFacility';
// amounts differ, or a file would look like a duplicate of an earlier one
const terms = [
  { type: 1, name: 'Partner paid', fields: { launchDate, monthlyInstallment: '12000', [toClub]: '20' } },
  {
    type: 2,
    name: 'Member paid',
    fields: { launchDate, [toClub]: '21', ...dues, ...paidBack },
    reimbursement: 'Direct to member',
  },
  {
    type: 3,
    name: 'Partner and member paid',
    fields: { launchDate, monthlyInstallment: '9000', [toClub]: '22', ...dues, ...paidBack },
    reimbursement: 'Direct to member',
  },
] as const;

/** The terms of a shared program; in the long run, also of one that the partner pays and one that its members pay. */
export const termsOf = sized<readonly (typeof terms)[number][]>(terms.slice(2), terms);
