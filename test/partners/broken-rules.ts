import { addDays, dateInChicago } from '../../shared/calendar.ts';

// violations of each rule of specification 2 §5 in the partner area: field, value, and message

export type Spoilt = [field: string, value: unknown, message: RegExp];

const long = (length: number) => 'x'.repeat(length);
const dayFromNow = (days: number) => addDays(dateInChicago(new Date()), days);
const toOneThousand = /must be between 0\.00 and 999\.99\.$/;

const required = (fields: Record<string, string>): Spoilt[] =>
  Object.entries(fields).map(([field, label]) => [field, '', new RegExp(`^${label} is required\\.$`)]);

export const ofPartner: Spoilt[] = [
  ...required({
    partnerIDNumber: 'Partner ID',
    name: 'Name',
    usBankCode: 'US Bank Code',
    industry: 'Industry',
    address1: 'Address 1',
    city: 'City',
    state: 'State',
    zipCode: 'Zip',
    country: 'Country',
    firstName: 'First Name',
    lastName: 'Last Name',
    contactNumber: 'Contact Number',
    email: 'Email',
  }),
  ['partnerIDNumber', 'AB', /at least 3 symbols/],
  ['partnerIDNumber', 'ABCDEFGHI', /at most 8 symbols/],
  ['partnerIDNumber', 'AB_1', /letters, digits and hyphens/],
  ['name', long(301), /at most 300 symbols/],
  ['usBankCode', 'U', /US Bank Code must consist of 2 latin letters or digits\./],
  ['usBankCode', 'UAB', /^US Bank Code must consist of 2 latin letters or digits\.$/],
  ['usBankCode', 'U-', /US Bank Code must consist of 2 latin letters or digits\./],
  ['industry', long(101), /at most 100 symbols/],
  ['address1', long(151), /at most 150 symbols/],
  ['address2', long(151), /at most 150 symbols/],
  ['city', long(51), /at most 50 symbols/],
  ['state', 'ZZ', /is not valid/],
  ['zipCode', '5580A', /must be numeric/],
  ['zipCode', '5580', /at least 5|must be 5/],
  ['zipCode', '558020', /at most 5|must be 5/],
  ['partnerIDNumber', 'A B1', /letters, digits and hyphens/],
  ['country', long(11), /at most 10 symbols/],
  ['website', `https://${long(100)}.test`, /at most 100 symbols/],
  ['firstName', long(51), /at most 50 symbols/],
  ['lastName', long(51), /at most 50 symbols/],
  ['contactNumber', '+4412345', /^Contact Number is invalid\. Contact Number must be \+1XXXXXXXXXX\.$/],
  ['contactNumber', '1'.repeat(26), /^Contact Number is invalid\. Contact Number must be \+1XXXXXXXXXX\.$/],
  ['email', 'nobody', /is not valid/],
  ['email', `${long(320)}@a.test`, /at most 320 symbols/],
  ['notes', long(2021), /at most 2020 symbols/],
];

export const ofManager: Spoilt[] = [
  ...required({
    firstName: 'First Name',
    lastName: 'Last Name',
    email: 'Email',
    password: 'Password',
    confirmPassword: 'Confirm Password',
  }),
  ['firstName', long(51), /at most 50 symbols/],
  ['lastName', long(51), /at most 50 symbols/],
  ['email', 'nobody', /is not valid/],
  ['email', `${long(45)}@a.test`, /at most 50 symbols/],
  ['password', 'Well1', /at least 8 symbols/],
  ['password', 'wellportal', /letter and one digit/],
  ['password', `a1${long(29)}`, /at most 30 symbols/],
  ['confirmPassword', 'Wellport2027', /^Password and Confirm Password must match\.$/],
];

export const ofAccount: Spoilt[] = [
  ...required({
    routingNumber: 'Routing Number',
    accountNumber: 'Account Number',
    bankAccountType: 'Account Type',
  }),
  ['routingNumber', '09100001A', /must be numeric/],
  ['routingNumber', '09100001', /must be 9 symbols/],
  ['routingNumber', '0910000190', /must be 9 symbols/],
  ['routingNumber', '091000018', /^The Routing Number field is invalid\.$/],
  ['accountNumber', '123', /4 to 17 digits/],
  ['accountNumber', '1'.repeat(18), /4 to 17 digits/],
  ['accountNumber', '12-345', /4 to 17 digits/],
  ['bankAccountType', 2, /is not valid/],
];

export const ofProgram: Spoilt[] = [
  ...required({
    numberOfMemberships: 'Number Of Memberships',
    adminFee: 'Admin Fee',
    launchDate: 'Launch Date',
  }),
  ['programPaymentTypeID', '', /^Program Payment Type is required\.$/],
  ['programPaymentTypeID', 9, /is not valid/],
  ['numberOfMemberships', 1_000_000, /must be between 0 and 999999\.$/],
  ['numberOfMemberships', -1, /must be between 0 and 999999\.$/],
  ['numberOfMemberships', '1.5', /must be a whole number\.$/],
  ['adminFee', 1000, toOneThousand],
  ['adminFee', -0.01, toOneThousand],
  ['adminFee', 'ten', /must be numeric\.$/],
  ['adminFee', '1.234', /can't contain more than two decimal places\.$/],
  ['duesForOneMemberPerMonthPaidToFacility', '', /paid to the facility is required\.$/],
  ['duesForOneMemberPerMonthPaidToFacility', 1000, toOneThousand],
  ['launchDate', '2026-02-30', /^Launch Date is not valid\.$/],
];
/** Violations of limits by members and dates; `memberships` is below the number of members. */
export const ofStandingProgram: Spoilt[] = [
  [
    'numberOfMemberships',
    1,
    /^Number of memberships cannot be less than the number of members added to Partner\. If you want to reduce number of memberships then remove extra members\.$/,
  ],
  ['programPaymentTypeID', 3, /^Program Payment Type cannot be changed once the program exists\.$/],
];
export const ofLaunch: Spoilt[] = [
  ['launchDate', dayFromNow(-1), /^Launch Date must be between today and six months ahead\.$/],
  ['launchDate', dayFromNow(186), /^Launch Date must be between today and six months ahead\.$/],
];
export const ofPartnerPaid: Spoilt[] = [
  ['monthlyInstallment', '', /^Program Fee is required\.$/],
  ['monthlyInstallment', 100_000_000, /^Program Fee must be between 0\.00 and 99999999\.99\.$/],
  ['monthlyInstallment', -1, /^Program Fee must be between 0\.00 and 99999999\.99\.$/],
  [
    'monthlyInstallment',
    0,
    /Dues for 1 member per month paid to the facility multiplied by Number Of Memberships cannot be greater than Program Fee\./,
  ],
];
export const ofMemberPaid: Spoilt[] = [
  ['memberDuesAmount', '', /^Dues Amount is required\.$/],
  ['memberDuesAmount', 1000, toOneThousand],
  ['memberReimbursementTypeID', '', /^Reimbursement Type is required\.$/],
  ['memberReimbursementTypeID', 6, /is not valid/],
  ['memberReimbursementAmount', '', /^Reimbursement Amount is required\.$/],
  ['memberReimbursementAmount', 1000, toOneThousand],
  ['numberOfVisitsToReimburse', '', /^Visits To Reimburse is required\.$/],
  ['numberOfVisitsToReimburse', 32, /must be between 0 and 31\.$/],
  ['numberOfVisitsToReimburse', -1, /must be between 0 and 31\.$/],
];

export const ofProfile: Spoilt[] = ofManager.filter(([field]) => !/password/i.test(field));

export const ofPassword: Spoilt[] = [
  ...required({
    oldPassword: 'Old password',
    newPassword: 'New password',
    confirmPassword: 'Confirm new password',
  }),
  ['newPassword', 'Well1', /must be at least 8 symbols\.$/],
  ['newPassword', 'wellportal', /must contain at least one letter and one digit\.$/],
  ['newPassword', `a1${long(29)}`, /must be at most 30 symbols\.$/],
  ['newPassword', 'Wellport2026', /^New Password should be different from Old Password\.$/],
  ['confirmPassword', 'Wellport2028', /^New Password and Confirm Password must match\.$/],
];

export const ofKeyFob: Spoilt[] = [
  ['facilityMemberID', '', /^Key fob is required\.$/],
  ['facilityMemberID', 'AB001', /^Key fob must be at least 6 symbols\.$/],
  ['facilityMemberID', 'AB001234', /^Key fob must be at most 7 symbols\.$/],
  ['facilityMemberID', 'ABF001', /^Key fob can have digits and the letters A to E only\.$/],
];

export const ofEmployeeEmail: Spoilt[] = [
  ['email', '', /^Email is required\.$/],
  ['email', 'nobody', /^Email is not valid\.$/],
  ['email', `${long(320)}@a.test`, /^Email must be at most 320 symbols\.$/],
];
