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
/** The terms of the three programs. Amounts differ, or a file would look like a duplicate of an earlier one. */
export const termsOf = [
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
