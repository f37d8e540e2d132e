import { sha256 } from '../../functions/platform/digest.ts';
import { employees } from '../../shared/contracts/employees.ts';
import { examplesOf } from '../support/examples.ts';
import type { Side, World } from '../support/world.ts';

const both = <Sent>(sent: (side: Side) => Sent) => ({
  own: ({ own }: World) => sent(own),
  other: ({ other }: World) => sent(other),
});

const fixed = {
  line: 2,
  firstName: 'Eva',
  lastName: 'Moe',
  email: 'eva.fixed@people.test',
  phone: '',
  dateOfBirth: '',
};
const signUpOfNobody = { signUpId: 'unknown', version: 1 };
const workbook = { name: 'employees.xlsx', bytes: new Uint8Array([1]) };
const leaversFile = new Uint8Array(Buffer.from('Email\nnobody@people.test\n'));

export const examples = examplesOf(employees, {
  keyFobs: both(({ partner }) => ({ query: { partnerID: partner.id } })),
  createKeyFobs: {
    ...both(({ partner }) => ({ body: [{ partnerId: partner.id, facilityMemberID: '00AB0E' }] })),
    unknown: { body: [{ partnerId: '99', facilityMemberID: '00AB0E' }] },
  },
  saveKeyFob: {
    ...both(({ freeFob }) => ({
      params: { keyfobID: freeFob.number },
      body: { facilityMemberID: `${freeFob.number.slice(0, 5)}E` },
    })),
    unknown: { params: { keyfobID: 'EEEEE1' }, body: { facilityMemberID: 'EEEEE2' } },
  },
  deleteKeyFob: {
    ...both(({ spareFob }) => ({ params: { keyfobID: spareFob.number } })),
    unknown: { params: { keyfobID: 'EEEEE1' } },
  },
  membershipCount: both(({ partner }) => ({ query: { partnerId: partner.id } })),
  deactivate: { own: ({ own }) => ({ body: { facilityMemberID: own.usedKeyFob.number } }) },
  reactivate: {
    ...both(({ usedKeyFob }) => ({ body: { facilityMemberID: usedKeyFob.number } })),
    unknown: { body: { facilityMemberID: 'EEEEE1' } },
  },
  reassign: {
    own: ({ own }) => ({
      body: {
        oldFacilityMemberID: own.usedKeyFob.number,
        newFacilityMemberID: own.freeFob.number,
        partnerID: own.partner.id,
      },
    }),
  },
  deleteEnrollment: {
    ...both(({ member }) => ({
      params: { groupMembershipEnrollmentID: member.id, programPaymentTypeID: 1 },
    })),
    unknown: { params: { groupMembershipEnrollmentID: 'M99', programPaymentTypeID: 1 } },
  },
  changeEmail: {
    ...both(({ waiting }) => ({
      params: { memberID: waiting.id },
      body: { id: waiting.id, email: `new-${waiting.id}@people.test` },
    })),
    unknown: { params: { memberID: 'M99' }, body: { id: 'M99', email: 'new@people.test' } },
  },
  add: both(({ partner, waiting }) => ({
    body: {
      partnerId: partner.id,
      firstName: 'Eva',
      lastName: 'Moe',
      email: `eva-${waiting.id}@people.test`,
    },
  })),
  sendInvitation: {
    ...both(({ waiting }) => ({ params: { memberID: waiting.id } })),
    unknown: { params: { memberID: 'M99' } },
  },
  bulkCount: both(({ partner }) => ({ query: { partnerID: partner.id } })),
  bulk: both(({ partner, waiting }) => ({
    body: { partnerID: partner.id, action: 'delete', members: { memberIds: [waiting.id] } },
  })),
  bulkResults: {
    own: () => ({ params: { jobId: 'bulk-of-own-partner' } }),
    other: () => ({ params: { jobId: 'job-of-another' } }),
    unknown: { params: { jobId: 'none' } },
  },
  rosterChanges: both(({ partner }) => ({ query: { partnerID: partner.id } })),
  beginRosterChange: both(({ partner }) => ({
    body: { partnerID: partner.id, kind: 'leavers' },
    files: { file: { name: 'leavers.csv', bytes: leaversFile } },
  })),
  uploadRosterPart: both(({ partner }) => ({
    body: { partnerID: partner.id, uploadId: 'large-file', part: '0' },
    files: { file: { name: 'part', bytes: leaversFile } },
  })),
  importRoster: both(({ partner }) => ({
    body: {
      partnerID: partner.id,
      kind: 'leavers',
      uploadId: 'large-file',
      parts: 1,
      fileName: 'leavers.csv',
      fileHash: sha256(leaversFile),
    },
  })),
  rosterChange: {
    ...both(({ partner }) => ({ params: { changeId: `roster-change-${partner.id}` } })),
    unknown: { params: { changeId: 'none' } },
  },
  rosterFileColumns: {
    ...both(({ partner }) => ({ params: { changeId: `roster-change-${partner.id}` } })),
    unknown: { params: { changeId: 'none' } },
  },
  readRosterFile: {
    ...both(({ partner }) => ({ params: { changeId: `roster-change-${partner.id}` }, body: { version: 1 } })),
    unknown: { params: { changeId: 'none' }, body: { version: 1 } },
  },
  rosterChangeRows: {
    ...both(({ partner }) => ({
      params: { changeId: `roster-change-${partner.id}` },
      query: { group: 'end' },
    })),
    unknown: { params: { changeId: 'none' }, query: { group: 'end' } },
  },
  confirmRosterChange: {
    ...both(({ partner }) => ({ params: { changeId: `roster-change-${partner.id}` }, body: { version: 1 } })),
    unknown: { params: { changeId: 'none' }, body: { version: 1 } },
  },
  discardRosterChange: {
    ...both(({ partner }) => ({ params: { changeId: `roster-change-${partner.id}` }, body: { version: 1 } })),
    unknown: { params: { changeId: 'none' }, body: { version: 1 } },
  },
  rosterChangeResults: {
    ...both(({ partner }) => ({
      params: { changeId: `roster-change-${partner.id}` },
      query: { of: 'applied' },
    })),
    unknown: { params: { changeId: 'none' }, query: { of: 'applied' } },
  },
  undoRosterChange: {
    ...both(({ partner }) => ({
      params: { changeId: `applied-roster-change-${partner.id}` },
      body: { version: 1 },
    })),
    unknown: { params: { changeId: 'none' }, body: { version: 1 } },
  },
  uploadTemplate: { own: () => ({}) },
  upload: both(({ partner }) => ({ body: { partnerId: partner.id }, files: { file: workbook } })),
  checkUpload: both(({ partner }) => ({ body: { partnerId: partner.id }, files: { file: workbook } })),
  saveUploadColumns: both(({ partner }) => ({
    params: { partnerID: partner.id },
    body: { columns: { email: 'Contact' }, version: 0 },
  })),
  failedUploads: {
    own: () => ({ params: { jobId: 'upload-of-own-partner' } }),
    // the job of the test world belongs to the other partner
    other: () => ({ params: { jobId: 'job-of-another' } }),
    unknown: { params: { jobId: 'none' } },
  },
  uploads: both(({ partner }) => ({ query: { partnerID: partner.id } })),
  fixRows: {
    own: () => ({ params: { jobId: 'upload-of-own-partner' }, body: { rows: [fixed] } }),
    other: () => ({ params: { jobId: 'job-of-another' }, body: { rows: [fixed] } }),
    unknown: { params: { jobId: 'none' }, body: { rows: [fixed] } },
  },
  discardRows: {
    own: () => ({ params: { jobId: 'upload-of-own-partner' } }),
    other: () => ({ params: { jobId: 'job-of-another' } }),
    unknown: { params: { jobId: 'none' } },
  },
  excelReport: both(({ partner }) => ({ query: { partnerID: partner.id } })),
  memberList: both(({ partner }) => ({ query: { partnerID: partner.id } })),
  countWaitingToInvite: both(({ partner }) => ({ params: { partnerID: partner.id } })),
  invite: both(({ partner }) => ({ params: { partnerID: partner.id } })),
  signUpLink: both(({ partner }) => ({ params: { partnerID: partner.id } })),
  saveSignUpLink: both(({ partner }) => ({
    params: { partnerID: partner.id },
    body: { domains: 'people.test', codeWord: '', endsOn: '', version: 0 },
  })),
  renewSignUpLink: both(({ partner }) => ({ params: { partnerID: partner.id }, body: { version: 1 } })),
  turnOffSignUpLink: both(({ partner }) => ({ params: { partnerID: partner.id } })),
  signUps: both(({ partner }) => ({ params: { partnerID: partner.id }, query: { decision: 'waiting' } })),
  confirmSignUps: both(({ partner }) => ({
    params: { partnerID: partner.id },
    body: { signUps: [signUpOfNobody] },
  })),
  declineSignUps: both(({ partner }) => ({
    params: { partnerID: partner.id },
    body: { signUps: [signUpOfNobody], reason: 'Not an employee.' },
  })),
  signUpForm: { own: () => ({ params: { linkToken: 'UNKNOWN' } }) },
  signUp: {
    own: () => ({
      params: { linkToken: 'UNKNOWN' },
      body: { firstName: 'Eva', lastName: 'Moe', email: 'eva@people.test' },
    }),
  },
  confirmSignUp: { own: () => ({ body: { token: 'unknown' } }) },
});
