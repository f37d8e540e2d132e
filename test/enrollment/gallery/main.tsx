import { createRoot } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { enrollment } from '../../../shared/contracts/enrollment.ts';
import { callApi } from '../../../web/app/api.ts';
import { AgreementSteps } from '../../../web/enrollment/AgreementSteps.tsx';
import type { Contract } from '../../../web/enrollment/steps.ts';
import { WellportTheme } from '../../../web/theme/WellportTheme.tsx';

const contract: Contract = {
  memberId: 'M1',
  keyFobNumber: null,
  isMemberAgreed: false,
  firstName: 'Ann',
  latinName: null,
  lastName: 'Lund',
  contactNumber: '(218) 555-0142',
  email: 'ann@people.test',
  date: '2026-11-20',
  today: '2026-11-20',
  memberSince: new URLSearchParams(location.search).get('since'),
  documentAgreementVersion: 4,
  versionToSign: 5,
  programPaymentType: 2,
  memberReimbursementTypeId: 4,
  partnerId: '1',
  partnerName: 'Partner 1',
  preferredAccessType: new URLSearchParams(location.search).has('pass') ? 1 : 0,
  invitationStatus: 2,
  launchDate: '2026-01-01',
  memberDuesAmount: 29_99,
  memberReimbursementAmount: 20_00,
  numberOfVisitsToReimburse: 12,
  comingChanges: [],
  facilityId: null,
  facilityName: null,
  agreementPartitionKey: null,
  agreementRowKey: null,
  withdrawalAccount: null,
  signed: null,
  depositAccount: null,
};

const page = (
  <AgreementSteps
    contract={contract}
    facility={{ id: '4100', displayName: 'Harbor Gym' }}
    submitLabel="Sign and enroll"
    busyLabel="Enrolling you…"
    onSubmit={async (form) =>
      callApi(enrollment.enroll, { body: { ...form, facilityId: '4100', memberIds: ['M1'] } })
    }
  />
);

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <WellportTheme>
      <RouterProvider router={createMemoryRouter([{ path: '/', element: page }])} />
    </WellportTheme>,
  );
