import { key } from './key.ts';

export const facilityKeys = {
  facility: (id: string) => key(`FACILITY#${id}`, 'FACILITY'),
  facilityRow: (id: string) => key(`FACILITY#${id}`, 'ROW'),
  // map data of all facilities in one partition: 20,000 are three queries
  facilityOnMap: (id: string) => key('FACILITIES-ON-MAP', id),
  // facilities have few plans: one partition
  plan: (id: string) => key('PLANS', id),
  // one key per member and day, so that two check-ins of a day never both count
  visit: (memberId: string, date: string) => key(`MEMBER#${memberId}`, `VISIT#${date}`),
  uncountedCheckIn: (memberId: string, date: string, facilityId: string) =>
    key(`MEMBER#${memberId}`, `VISIT#${date}#${facilityId}`),
  // visits of a month by day, and members by number of visits
  visitTallies: (partnerId: string, periodId: string) => key(`VISIT-TALLIES#${partnerId}`, periodId),
  clubColumns: (owner: string, titlesDigest: string) => key(`CLUB-COLUMNS#${owner}`, titlesDigest),
  checkInDelivery: (id: string) => key(`CHECK-IN-DELIVERY#${id}`, 'DELIVERY'),
  checkInDeliveryOfFacility: (id: string) => key(`CHECK-IN-DELIVERY#${id}`, 'OF-FACILITY'),
  accessPass: (memberId: string) => key(`MEMBER#${memberId}`, 'ACCESS-PASS'),
  visitReport: (memberId: string, date: string) => key(`MEMBER#${memberId}`, `VISIT-REPORT#${date}`),
  visitReportOfFacility: (memberId: string, date: string) =>
    key(`MEMBER#${memberId}`, `REPORT-OF-FACILITY#${date}`),
  openReports: (memberId: string) => key(`MEMBER#${memberId}`, 'OPEN-REPORTS'),
  monthlyVisits: (memberId: string, periodId: string) => key(`MEMBER#${memberId}`, `VISITS-OF#${periodId}`),

  voucherProgram: (id: string) => key(`VOUCHER-PROGRAM#${id}`, 'VOUCHER-PROGRAM'),
  voucher: (batchId: string, row: string) => key(`VOUCHERS#${batchId}`, `VOUCHER#${row}`),
  redemption: (voucherId: string) => key(`VOUCHER-REDEMPTION#${voucherId}`, 'REDEMPTION'),
  redemptionTotal: (facilityId: string, periodId: string) =>
    key(`VOUCHER-REDEMPTIONS#${facilityId}#${periodId}`, 'AMOUNT'),
  wrongCodes: (owner: string) => key(`WRONG-VOUCHER-CODES#${owner}`, 'ATTEMPTS'),
  voucherCounts: (programId: string) => key(`VOUCHER-PROGRAM#${programId}`, 'COUNTS'),
} as const;
