/** The place above the tabs of a section, for what is true of all of them. */
export const aboveTabs = 'above-tabs';
