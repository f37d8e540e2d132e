import { paths } from '../../../app/addresses.ts';
export const archivedDocuments = [
  {
    name: 'Privacy Notice',
    dated: '2023-08-24',
    path: paths.privacyNotice2023,
    says: 'One notice for everyone, with a section for California. Replaced on March 14, 2024.',
  },
  {
    name: 'California Privacy Policy',
    dated: '2023-01-10',
    path: paths.californiaPrivacyPolicy2023,
    says: 'Additions of California law to the policy of the same day. Replaced on August 24, 2023.',
  },
  {
    name: 'Privacy Policy',
    dated: '2023-01-10',
    path: paths.privacyPolicy2023,
    says: 'The general policy. Replaced on August 24, 2023.',
  },
] as const;
