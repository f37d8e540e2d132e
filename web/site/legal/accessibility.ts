import { wellport } from '../../../shared/site/legal-contact.ts';
import type { LegalText } from './documents/legal-text.ts';

const mail = `[${wellport.supportMail}](mailto:${wellport.supportMail}?subject=Accessibility)`;

export const accessibilityAndMaintenance: LegalText = {
  name: 'Accessibility and Maintenance',
  effective: '2024-03-14',
  updated: '2024-03-14',
  introduction: [
    'Fitness benefits are for everyone who is entitled to them. This statement describes how we keep the site usable for people with disabilities, and when it may be closed for maintenance.',
  ],
  sections: [
    {
      anchor: 'our-standard',
      heading: 'Our standard',
      blocks: [
        'We build the site to meet the Web Content Accessibility Guidelines (WCAG) 2.2 at level AA. In practice that means:',
        {
          list: [
            'everything works with a keyboard, in a sensible order and with a visible focus;',
            'pages have headings, landmarks and labels that screen readers can announce;',
            'text and controls keep enough contrast in light and in dark, and color is never the only sign;',
            'pages can be enlarged to 400 percent without losing content;',
            'motion stops if your device requests reduced motion; and',
            'every chart and map has a table or list beside it.',
          ],
        },
        'Each change to the site is tested with automated tools and by keyboard before it is released.',
      ],
    },
    {
      anchor: 'known-limits',
      heading: 'Known limits',
      blocks: [
        'Some things are supplied by others, such as map pictures, the sites of clubs and partners to which we link, and documents that partners upload. We ask their makers to meet the same standard, but cannot promise that they do. The list of clubs offers everything that the map does.',
      ],
    },
    {
      anchor: 'tell-us',
      heading: 'Tell us what does not work',
      blocks: [
        `If something is hard to use, or you need a page or a document in another form, write to ${mail}. It helps to know the address of the page, what you tried to do, and which browser and aids you use. We respond within two business days and say what we will do and by when. You lose nothing by asking: we extend a deadline that you miss because of a barrier on our site.`,
        { address: [wellport.company, 'Attn: Accessibility', ...wellport.postalAddress.slice(2)] },
      ],
    },
    {
      anchor: 'maintenance',
      heading: 'Maintenance',
      blocks: [
        'We do planned work on Sundays between 1:00 and 5:00 in the morning, Central Time, when few people need the site. If it may be closed for longer than 15 minutes, we announce it on the home page at least three days before.',
        {
          list: [
            'Visits at clubs are still counted: clubs record them and send them to us later.',
            'Payments that have already been sent to a bank are not affected.',
            'Your saved data is not affected. A form that you have not yet sent may have to be filled in again.',
          ],
        },
        'Urgent security work can be necessary at any time. We then keep the interruption as short as we can.',
      ],
    },
  ],
};
