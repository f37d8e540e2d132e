import type { LegalSection } from './legal-text.ts';

export const liabilityAndLinks: readonly LegalSection[] = [
  {
    anchor: 'warranty-disclaimer-and-liability',
    heading: 'Warranty disclaimer and limit of liability',
    blocks: [
      '**The site is provided as it is and as it is available.** As far as the law allows, Wellport gives no warranty of any kind, stated or implied, including warranties of merchantability, of fitness for a particular purpose, of title and of non-infringement. We do not promise that the site will be free of interruption, error or harmful code, or that a club will meet your expectations. Clubs are independent businesses; we do not run them.',
      '**What we are not liable for.** As far as the law allows, neither Wellport nor its directors, employees, licensors and suppliers are liable for indirect, incidental, special, exemplary, punitive or consequential damages, or for lost profits, lost data or lost goodwill, from using the site or from being unable to use it, on whatever legal ground and even if we were told that they might occur.',
      '**The limit.** As far as the law allows, our total liability for all claims that arise from the site or these terms, taken together, is limited to **five US dollars (US $5.00)**.',
      'Dues, fees and reimbursements that are owed under a program’s own agreement are not damages and are not reduced by this limit. Some states do not allow certain exclusions or limits; there, ours reach only as far as that state’s law permits. Nothing here limits liability for fraud, for intentional harm, or for anything else for which the law does not let it be limited.',
    ],
  },
  {
    anchor: 'indemnification',
    heading: 'Indemnification',
    blocks: [
      'If a third party makes a claim against Wellport, its directors, employees or agents because you broke these terms, misused the site, or uploaded content that you had no right to upload, you will defend us against that claim and cover the resulting losses, including reasonable attorneys’ fees. We will tell you of the claim without delay. We may take over our own defense, at our cost, and you may not settle in a way that binds us without our consent.',
    ],
  },
  {
    anchor: 'links',
    heading: 'Links',
    blocks: [
      'The site links to pages of others, such as clubs, partners, schedulers and map services. We do not control them, and a link is not a recommendation. Their own terms and privacy notices apply there.',
      'You may link to our home page if the link is fair, is not misleading and does not suggest that we endorse you. We may ask you to remove a link.',
    ],
  },
  {
    anchor: 'third-party-functionality',
    heading: 'Third-party functionality',
    blocks: [
      'Some functions of the site, such as maps, identity checks, forms and payments, are supplied by other companies, whose terms may apply in addition to these. We choose them with care, but do not answer for functions that they run themselves, and may replace or remove them.',
    ],
  },
  {
    anchor: 'continued-operation',
    heading: 'Continued operation',
    blocks: [
      'We do not promise that the site or any part of it will always exist, and may interrupt it for maintenance. Planned work is announced as our [accessibility and maintenance statement](/accessibilityAndMaintenance) describes. We are not liable for delays or failures that come from causes beyond our reasonable control, such as outages of networks or banks, weather, epidemics, labor disputes or acts of government.',
    ],
  },
  {
    anchor: 'submissions',
    heading: 'Submissions',
    blocks: [
      'If you send us ideas, suggestions or other feedback about the site, we may use them freely, without paying you and without owing you confidence. Please do not send us anything that you want to keep secret. This section does not cover your content under section 11, or your personal information.',
    ],
  },
];
