/** Capacity units and seconds, written by `npm run bench -- cost` on 2026-11-24. */
export const unitsOf = '2026-11-24';

export const units = {
  call: {
    read: 1,
  },
  page: {
    read: 5,
  },
  checkIn: {
    read: 1.58,
    write: 8.3,
  },
  archivedVisit: {
    read: 1.02,
    write: 7.5,
  },
  payment: {
    read: 2.59,
    write: 11.14,
  },
  move: {
    read: 1,
    write: 11,
  },
  jobSeconds: 0.031,
  callSeconds: 0.03,
};
export type Units = typeof units;
