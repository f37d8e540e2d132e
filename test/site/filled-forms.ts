export const filledContact = {
  fullName: 'Ann Lund',
  companyName: 'Lund & Daughters',
  emailAddress: 'ann@lund.example',
  contactNumber: '(612) 555-0100',
  userDescriptionId: 1,
  Message: 'We are 40 people in Duluth.',
};

export const filledNomination = {
  name: 'Ann Lund',
  email: 'ann@lund.example',
  provider: 'North Star Health',
  clubName: 'Harbor Gym',
  city: 'Duluth',
  state: 'MN',
  clubContactName: 'Cy Moss',
  clubContactNumber: '218-555-0199',
  clubEmail: 'cy@harbor.example',
};
