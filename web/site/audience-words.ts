import type { Audience } from './AudiencePage.tsx';

export const employers: Audience = {
  title: 'A fitness benefit your employees will use',
  lead: 'Offer a club near home or work. Pay for the employees who join, and see how the benefit is used.',
  benefits: [
    {
      title: 'One roster',
      text: 'Upload a spreadsheet, or add employees one by one. We show which rows need attention, and why.',
    },
    {
      title: 'Clubs where people are',
      text: 'Employees choose their own club, and can nominate one that is not in the network.',
    },
    {
      title: 'Three ways to share the cost',
      text: 'You pay, your employees pay, or you share the cost. Vouchers reach people who are not on your roster.',
    },
    {
      title: 'Visits you can trust',
      text: 'Visits count once per day, close on the 8th of the next month, and are available to you as a log.',
    },
    { title: 'Amounts you can check', text: 'Open any monthly payment to see how it was calculated.' },
    {
      title: 'Privacy for your employees',
      text: 'You see numbers of visits or, if your program includes it, the date and the club of a visit; never the time of day or what a member does at the club.',
    },
  ],
  steps: {
    title: 'How to start',
    list: [
      'We set up your program with you: who pays, how much, and from which date.',
      'You upload your roster and send the invitations.',
      'Employees receive an invitation, choose a club, and sign on their phone.',
      'Each month, you see visits, costs, and one payment.',
    ],
  },
  example: {
    title: 'A month with 200 memberships',
    lines: [
      ['Employees who joined', '120'],
      ['Dues you pay per member', '$20.00'],
      ['Administration fee', '$250.00'],
    ],
    result: '120 × $20.00 + $250.00 = $2,650.00 for the month',
  },
};

export const insurers: Audience = {
  title: 'One program for every group you insure',
  lead: 'Reward activity, not intentions. Each visit counts once, and each reimbursement lists the visits behind it.',
  benefits: [
    { title: 'Many groups, one view', text: 'Each group has its own program, members, and prices.' },
    {
      title: 'Rewards by rule',
      text: 'Set the visits required for each reimbursement. The rule is the same for everyone.',
    },
    {
      title: 'A reason for every payment',
      text: 'Open any payment to see its visits, its proration, and its corrections.',
    },
    {
      title: 'Bank files that balance',
      text: 'Files use the NACHA format. You preview each file before it is sent, and no file is sent twice.',
    },
    {
      title: 'Audit trail',
      text: 'A permanent record of every change: who made it, what changed, and when.',
    },
    { title: 'Protected account numbers', text: 'Encrypted and masked. Every full view is logged.' },
  ],
  steps: {
    title: 'How each month works',
    list: [
      'Clubs report visits until the 8th of the next month.',
      'Reimbursements are calculated from the visits of the closed month.',
      'You review new payments, changed payments, and members below the required visits.',
      'The bank file is sent, and members are paid soon after the 25th.',
    ],
  },
  example: {
    title: 'A member with 13 visits',
    lines: [
      ['Visits required', '12'],
      ['Visits in the month', '13'],
      ['Reimbursement for the month', '$25.00'],
    ],
    result: '13 of 12 visits: $25.00 to the member’s bank account',
  },
};

export const facilities: Audience = {
  title: 'More members for your club',
  lead: 'Join once, and welcome the members of every partner. We bring the members, the agreement, and the payment.',
  benefits: [
    { title: 'One sign-up', text: 'One enrollment opens your club to every partner in the network.' },
    { title: 'On the map', text: 'Members near you see your club and its amenities.' },
    {
      title: 'No paperwork at the front desk',
      text: 'Members sign on their phone. You can open the agreement at any time.',
    },
    {
      title: 'Paid each month',
      text: 'You are paid for each member who was active at your club, directly to your bank account.',
    },
    {
      title: 'Use your own systems',
      text: 'Send visits from your check-in system or as a spreadsheet. You do not need to replace anything.',
    },
    { title: 'Support by phone', text: 'If you have a question at the front desk, call us.' },
  ],
  steps: {
    title: 'How to join',
    list: [
      'Sign up your facility with its location, its amenities, and its bank account.',
      'We verify the details and add your club to the map.',
      'Members enroll and show their key fob or pass when they check in.',
      'You report visits, and are paid for your active members.',
    ],
  },
  example: {
    title: 'A month with 35 members',
    lines: [
      ['Members active at your club', '35'],
      ['Dues per member', '$20.00'],
      ['Cost to join', '$0.00'],
    ],
    result: '35 × $20.00 = $700.00 to your club’s bank account',
  },
};

export const members: Audience = {
  title: 'Your club, partly or fully paid',
  lead: 'Your employer or insurer helps with the dues. Choose a club, enroll on your phone, and go.',
  benefits: [
    {
      title: 'Choose what suits you',
      text: 'A gym, a pool, a climbing wall, or a yoga studio, near home or near work.',
    },
    {
      title: 'Enroll on your phone',
      text: 'Read and sign the agreement. You can find it in your profile at any time.',
    },
    { title: 'Your key to the club', text: 'Show your key fob or your access pass when you check in.' },
    {
      title: 'Money back',
      text: 'If your program has a reimbursement, a ring shows how many visits are left. The money goes to your bank account.',
    },
    {
      title: 'Everything in one place',
      text: 'See your club, your program, your agreement, and a calendar of your visits.',
    },
    { title: 'Is your club missing?', text: 'Nominate it, and we forward it to our club team.' },
  ],
  steps: {
    title: 'How to start',
    list: [
      'Open the invitation from your employer or insurer.',
      'Choose a club and sign the agreement.',
      'Activate your key fob, and take it with you.',
      'Go to your club. Each day there counts as one visit.',
    ],
  },
  example: {
    title: 'Your month',
    lines: [
      ['Visits this month', '9 of 12'],
      ['Days left', '8'],
      ['Reimbursement at 12 visits', '$25.00'],
    ],
    result: 'Three more visits earn you $25.00',
  },
};
