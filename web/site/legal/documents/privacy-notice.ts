import type { LegalText } from './legal-text.ts';
import { california } from './california.ts';
import { choices } from './choices.ts';
import { collecting } from './collecting.ts';
import { keeping } from './keeping.ts';
import { using } from './using-and-sharing.ts';
import { washington } from './washington.ts';

/** The privacy notice in force, with the twelve anchors of spec 1 §2.5. */
export const privacyNotice: LegalText = {
  name: 'Privacy Notice',
  effective: '2024-03-14',
  updated: '2026-11-24',
  introduction: [
    'Wellport, Inc. (“Wellport”, “we”, “us”) helps employers and insurers offer fitness benefits to their people. This notice explains what we learn about you when you visit our website, use our portals, enroll in a program or talk to us, what we do with it, and what you can decide.',
    {
      list: [
        'Make a request at any time through the [privacy request portal](/dataprivacyrequest).',
        'Choose which cookies we may use under [Cookie Settings](cookie-settings).',
        'Read what applied earlier in the [privacy policy archive](/privacyarchives/index).',
      ],
    },
    'When an employer or insurer runs a program through us, it decides who may join and what the program pays, and it has a privacy notice of its own. Where we handle information only on its behalf, and for health information that a health plan gives us under federal health privacy law (HIPAA), our agreement with that plan and the plan’s notice decide.',
  ],
  sections: [...collecting, ...using, ...choices, ...keeping, california, washington],
};
