import type { Audience } from './AudiencePage.tsx';

/** The words of the four audience pages, in one place. */
export const employers: Audience = {
  title: 'A fitness benefit your people will use',
  lead: 'Give everybody a club near home or work. Pay for the people who joined, and see that it is used.',
  benefits: [
    {
      title: 'One roster',
      text: 'Upload a sheet, or add people one by one. We say which lines are right, which are not, and why.',
    },
    {
      title: 'Clubs where people are',
      text: 'People choose for themselves, and can nominate a club that is missing.',
    },
    {
      title: 'Three ways to share the cost',
      text: 'You pay, your people pay, or both do. Vouchers reach people who are not on your roster.',
    },
    {
      title: 'Visits you can trust',
      text: 'Counted once a day, closed on the 8th of the next month, open to you as a log.',
    },
    {
      title: 'Amounts you can check',
      text: 'Open any monthly payment to see how its amount came about.',
    },
    {
      title: 'Privacy for your people',
      text: 'You see the date and the club of a visit, never the time of day. What a person does at the club is theirs.',
    },
  ],
  steps: {
    title: 'How you begin',
    list: [
      'We set up your program with you: who pays, how much, from which day.',
      'You upload your roster and invite everyone on it.',
      'Your people get an invitation, choose a club and sign on their phone.',
      'Each month you see visits, costs and one payment.',
    ],
  },
  example: {
    title: 'A month with 200 memberships',
    lines: [
      ['People who joined', '120'],
      ['Dues you pay for each', '$20.00'],
      ['Administration fee', '$250.00'],
    ],
    result: '120 × $20.00 + $250.00 = $2,650.00 for the month',
  },
};

export const insurers: Audience = {
  title: 'One program for every group you insure',
  lead: 'Reward activity, not intentions. Each visit is counted once, and each reimbursement says which visits earned it.',
  benefits: [
    { title: 'Many groups, one view', text: 'Each group keeps its own program, people and prices.' },
    { title: 'Rewards by rule', text: 'Set how many visits earn how much. Everybody sees the same rule.' },
    {
      title: 'A reason on every line',
      text: 'Open any payment to see its visits, its proration and its corrections.',
    },
    {
      title: 'Bank files that balance',
      text: 'Files in the NACHA format, previewed before they are sent, never sent twice.',
    },
    {
      title: 'A record of changes',
      text: 'Who changed what and when is kept, and does not change afterwards.',
    },
    {
      title: 'Account numbers kept apart',
      text: 'Encrypted and masked. Every full view is logged.',
    },
  ],
  steps: {
    title: 'How a month goes',
    list: [
      'Clubs report visits until the 8th of the next month.',
      'Reimbursements are worked out from the visits of the closed month.',
      'You review them: what is new, what changed, what did not reach the number.',
      'The bank file goes out, and members are paid soon after the 25th.',
    ],
  },
  example: {
    title: 'A member with 13 visits',
    lines: [
      ['Visits needed', '12'],
      ['Visits in the month', '13'],
      ['Reimbursement for the month', '$25.00'],
    ],
    result: '13 of 12 visits: $25.00 to the member’s bank account',
  },
};

export const facilities: Audience = {
  title: 'More members through your door',
  lead: 'Join once, and welcome the members of every partner. We bring the people, the agreement and the payment.',
  benefits: [
    { title: 'One sign-up', text: 'One enrollment opens your club to every partner in the network.' },
    { title: 'On the map', text: 'Members near you see your club and what it offers.' },
    {
      title: 'No paper at the desk',
      text: 'Members sign on their phone. You can open the agreement at any time.',
    },
    {
      title: 'Paid each month',
      text: 'For each member who was active with you, straight to your bank account.',
    },
    {
      title: 'Your systems stay',
      text: 'Visits come from your check-in or as a sheet. Nothing has to be replaced.',
    },
    { title: 'People who answer', text: 'When something is unclear at the desk, call us.' },
  ],
  steps: {
    title: 'How you join',
    list: [
      'Sign up your facility: where you are, what you offer, your bank account.',
      'We check the details and put you on the map.',
      'Members enroll and show their key fob or pass at your door.',
      'You report visits, and are paid for the members you had.',
    ],
  },
  example: {
    title: 'A month with 35 members',
    lines: [
      ['Members active at your club', '35'],
      ['Dues for each', '$20.00'],
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
      text: 'A gym, a pool, a climbing wall, a yoga room. Near home, or near work.',
    },
    { title: 'Enroll on your phone', text: 'Read the agreement, sign it, done. It stays in your profile.' },
    { title: 'Your key to the club', text: 'Show your key fob or your access pass at the door.' },
    {
      title: 'Money back',
      text: 'Where your program has it, a ring shows how many visits are left, and the money comes to your bank account.',
    },
    {
      title: 'One place for all',
      text: 'Your club, your program, your agreement and a calendar of your visits, in plain words.',
    },
    { title: 'Your club is missing?', text: 'Nominate it, and we pass it on to our club team.' },
  ],
  steps: {
    title: 'How you start',
    list: [
      'Open the invitation from your employer or insurer.',
      'Choose a club and sign the agreement.',
      'Activate your key fob, and take it with you.',
      'Go. Each day at the club counts as one visit.',
    ],
  },
  example: {
    title: 'A month of yours',
    lines: [
      ['Visits this month', '9 of 12'],
      ['Days left', '8'],
      ['Reimbursement at 12 visits', '$25.00'],
    ],
    result: 'Three more visits and $25.00 comes back to you',
  },
};
