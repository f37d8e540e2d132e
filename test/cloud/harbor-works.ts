/** A new partner as its form sends it. */
export const harborWorks = {
  id: '0',
  partnerIDNumber: 'HW-0001',
  name: 'Harbor Works',
  usBankCode: 'HW',
  industry: 'Shipbuilding',
  address1: '1 Harbor Street',
  city: 'Duluth',
  state: 'MN',
  zipCode: '55802',
  country: 'USA',
  firstName: 'Robin',
  lastName: 'Harbor',
  contactNumber: '+12185550134',
  email: 'robin@harborworks.test',
  programTypes: [1],
};
